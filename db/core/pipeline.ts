import { Socket } from 'node:net'
import type { Client, ClientConfig, QueryConfig, QueryResult } from 'pg'
import { newClient } from '#db/core/withClient.ts'

/** Sends statements to PostgreSQL: a pool, the connection of a transaction, or a pipeline. */
export interface Runner {
  query(statement: QueryConfig, values: unknown[]): Promise<QueryResult>
}

/** Sends the prepared statements of many callers over one connection. */
export interface Pipeline extends Runner {
  close(): Promise<void>
}

/**
 * Sends statements without waiting for earlier answers, and the statements of one turn of the event
 * loop in one write: the write to the socket costs more than anything else in a short statement.
 * Serves short statements outside a transaction; a long one delays the statements behind it. The
 * connection opens at the first statement, and again after a failure.
 * @param config `query_timeout` bounds how long a statement waits; the connection ends with it
 */
export function createPipeline(config: ClientConfig): Pipeline {
  let connection: Promise<Client> | undefined
  let corked = false
  const sockets = new WeakMap<Client, Socket>()

  /** Statements that follow open another connection; this one ends after its pending answers. */
  function abandon(used: Promise<Client>): void {
    if (connection === used) connection = undefined
    used.then((client) => client.end()).catch(() => {})
  }

  function connect(): Promise<Client> {
    const socket = new Socket()
    const client = newClient({ ...config, pipeline: true, stream: () => socket })
    sockets.set(client, socket)
    const opening = client.connect().then(() => client)
    // Without a listener the error of a broken connection would end the process.
    client.on('error', () => abandon(opening))
    return opening
  }

  /** Buffers the socket's writes until the requests that have arrived are read. */
  function cork(client: Client): void {
    if (corked) return
    corked = true
    const socket = sockets.get(client)
    socket?.cork()
    setImmediate(() => {
      corked = false
      socket?.uncork()
    })
  }

  return {
    query: async (statement, values) => {
      connection ??= connect()
      const used = connection
      try {
        const client = await used
        cork(client)
        return await client.query(statement, values)
      } catch (error) {
        // PostgreSQL keeps the connection after an ERROR; not after a FATAL error or a broken socket.
        if ((error as { severity?: string }).severity !== 'ERROR') abandon(used)
        throw error
      }
    },
    close: async () => {
      const client = await connection?.catch(() => undefined)
      await client?.end()
    },
  }
}
