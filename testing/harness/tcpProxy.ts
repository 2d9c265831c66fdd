import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Starts a TCP proxy on loopback that records what clients send.
 * @param target a port of loopback, or the path of a unix socket
 * @param change what is passed on in place of the bytes of one read; null breaks the connection
 */
export async function startTcpProxy(
  target: number | string,
  change: (bytes: Buffer, isSent: boolean) => Buffer | null = (bytes) => bytes,
) {
  const sent: Buffer[] = []
  const sockets = new Set<Socket>()
  const pass = (from: Socket, to: Socket, isSent: boolean) => {
    sockets.add(from)
    from.on('data', (bytes) => {
      const passed = change(bytes, isSent)
      if (passed) to.write(passed)
      else from.destroy()
    })
    from
      .on('error', () => {})
      .on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
  }
  const server = createServer((client) => {
    const server = connect(typeof target === 'string' ? { path: target } : { port: target })
    client.on('data', (bytes) => sent.push(bytes))
    pass(client, server, true)
    pass(server, client, false)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** What clients sent, as text. */
    sent: () => Buffer.concat(sent).toString('latin1'),
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
