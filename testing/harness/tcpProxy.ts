import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** One connection through a proxy. */
export interface ProxiedConnection {
  /** Passes nothing on, not even a close, as after the disappearance of a host. */
  isSilent: boolean
}

type Change = (bytes: Buffer, isSent: boolean, connection: ProxiedConnection) => Buffer | null

/**
 * Starts a TCP proxy on loopback.
 * @param target a port of loopback, or the path of a unix socket
 * @param change what is passed on in place of the bytes of one read; null breaks the connection
 */
export async function startTcpProxy(target: number | string, change: Change = (bytes) => bytes) {
  const sockets = new Set<Socket>()
  const connections = new Set<ProxiedConnection>()
  const pass = (from: Socket, to: Socket, isSent: boolean, connection: ProxiedConnection) => {
    sockets.add(from)
    from.on('data', (bytes) => {
      if (connection.isSilent) return
      const passed = change(bytes, isSent, connection)
      if (passed) to.write(passed)
      else from.destroy()
    })
    from
      .on('error', () => {})
      .on('close', () => {
        sockets.delete(from)
        if (!connection.isSilent) to.destroy()
      })
  }
  const server = createServer((client) => {
    const server = connect(typeof target === 'string' ? { path: target } : { port: target })
    const connection = { isSilent: false }
    connections.add(connection)
    pass(client, server, true, connection)
    pass(server, client, false, connection)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** Silences the open connections; new ones work. */
    silence: () => {
      for (const connection of connections) connection.isSilent = true
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Starts a server that takes connections and says nothing until the test has finished. */
export async function startSilentServer() {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, sockets }
}

/**
 * Starts a proxy to a database of the test cluster.
 * @param url on the cluster's unix socket
 * @returns with the URL of the database through the proxy
 */
export async function startDatabaseProxy(url: string, change?: Change) {
  const [, user = '', database = '', folder = ''] =
    /\/\/([^@]*)@\/([^?]*)\?host=([^&]+)/.exec(url) ?? []
  const proxy = await startTcpProxy(`${decodeURIComponent(folder)}/.s.PGSQL.5432`, change)
  return { ...proxy, url: `postgres://${user}@127.0.0.1:${proxy.port}/${database}` }
}
