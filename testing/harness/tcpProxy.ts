import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Starts a TCP proxy on loopback that records what clients send.
 * @param change what is passed on in place of the bytes of one read
 */
export async function startTcpProxy(targetPort: number, change = (bytes: Buffer) => bytes) {
  const sent: Buffer[] = []
  const sockets = new Set<Socket>()
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (bytes) => to.write(change(bytes)))
    from.on('error', () => {}).on('close', () => to.destroy())
  }
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1')
    client.on('data', (bytes) => sent.push(bytes))
    pass(client, target)
    pass(target, client)
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
