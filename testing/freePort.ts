import { createServer, type Server } from 'node:net'

/**
 * TCP ports on loopback that are free at the time of the call. All are bound at once before any
 * is released, so they are distinct; another process may still take one before its use.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listenOnAnyPort))
  return await Promise.all(servers.map(closeAndReturnPort))
}

export async function freePort(): Promise<number> {
  return await closeAndReturnPort(await listenOnAnyPort())
}

function listenOnAnyPort(): Promise<Server> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve(server))
  })
}

function closeAndReturnPort(server: Server): Promise<number> {
  const { port } = server.address() as { port: number }
  return new Promise((resolve) => server.close(() => resolve(port)))
}
