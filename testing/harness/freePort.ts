import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/**
 * Below the ports that Linux (32768) and macOS (49152) give to outgoing connections: such a connection could take the
 * port of a server that a test has ended and starts again.
 */
const [FIRST_PORT, END_PORT] = [20_000, 32_768]

/** @returns null when the port is in use */
async function openPort(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return server
  } catch {
    return null
  }
}

/** Different ports of loopback that are free now, and that no outgoing connection takes. */
export async function freePorts(count: number): Promise<number[]> {
  // All are open at the same time, so that no port is found twice.
  const opened = new Map<number, Server>()
  while (opened.size < count) {
    const port = randomInt(FIRST_PORT, END_PORT)
    const server = await openPort(port)
    if (server) opened.set(port, server)
  }
  await Promise.all([...opened.values()].map((server) => once(server.close(), 'close')))
  return [...opened.keys()]
}

/** A port of loopback that is free now, and that no outgoing connection takes. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}
