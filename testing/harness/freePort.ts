import { type AddressInfo, createServer } from 'node:net'

/** Different ports of loopback that are free now. */
export async function freePorts(count: number): Promise<number[]> {
  // All are open at the same time, so that no port is found twice.
  const servers = await Promise.all(
    Array.from({ length: count }, () => {
      const server = createServer()
      return new Promise<typeof server>((resolve) =>
        server.listen(0, '127.0.0.1', () => resolve(server)),
      )
    }),
  )
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

/** A port of loopback that is free now. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}
