import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Starts a TCP proxy in front of the test cluster. It can silence connections as a host that
 * disappears does: packets are dropped in both directions, and neither side learns of a close.
 * @param url a database of the cluster
 */
export async function startDatabaseProxy(url: string) {
  const folder = decodeURIComponent(/[?&]host=([^&]+)/.exec(url)?.[1] ?? '')
  const sockets = new Set<Socket>()
  const open = new Set<{ isSilent: boolean }>()
  const server = createServer((client) => {
    const database = connect(`${folder}/.s.PGSQL.5432`)
    const link = { isSilent: false }
    open.add(link)
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        if (!link.isSilent) other.destroy()
      })
    }
    database.on('data', (chunk) => void (link.isSilent || client.write(chunk)))
    client.on('data', (chunk) => {
      if (link.isSilent) return
      const end = proxy.silenceAt
      const isEnd = end !== null && chunk.includes(end.text) && end.skip-- === 0
      if (!isEnd || end.delivered) database.write(chunk)
      if (!isEnd) return
      proxy.silenceAt = null
      link.isSilent = true
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const proxy = {
    url: url.replace('@/', `@127.0.0.1:${port}/`).replace(/\?host=[^&]+/, ''),
    /** Silences the open connections; new ones work. */
    silence: () => {
      for (const link of open) link.isSilent = true
    },
    /**
     * Silences, once, the connection over which a packet with this text is sent, after `skip` such
     * packets. `delivered`: the packet itself still arrives, and its answer does not.
     */
    silenceAt: null as { text: string; skip: number; delivered: boolean } | null,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}
