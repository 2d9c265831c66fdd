import type { Socket } from 'node:net'
import { Client, type ClientConfig, type QueryConfig, type QueryResult } from 'pg'

/** Sends the prepared statements of many callers over few connections. */
export interface Pipeline {
  query(statement: QueryConfig, values: unknown[]): Promise<QueryResult>
  close(): Promise<void>
}

/**
 * Sends statements without waiting for earlier answers, and the statements of one turn of the event
 * loop in one write: the write to the socket costs more than anything else in a short statement.
 * Serves short statements outside a transaction; a long one delays the statements behind it.
 * @param size connections; each opens at its first statement, and again after a failure
 */
export function createPipeline(config: ClientConfig, size: number): Pipeline {
  const lanes = Array.from({ length: size }, () => createLane(config))
  return {
    query: (statement, values) =>
      lanes
        .reduce((least, lane) => (lane.pending() < least.pending() ? lane : least))
        .query(statement, values),
    close: async () => {
      await Promise.all(lanes.map((lane) => lane.close()))
    },
  }
}

interface Lane extends Pipeline {
  /** Statements without an answer yet. */
  pending(): number
}

/** One connection of a pipeline. */
function createLane(config: ClientConfig): Lane {
  let connection: Promise<Client> | undefined
  let corked = false
  let pending = 0

  /** Statements that follow open another connection; this one ends after its pending answers. */
  function abandon(used: Promise<Client>): void {
    if (connection === used) connection = undefined
    used.then((client) => client.end()).catch(() => {})
  }

  function connect(): Promise<Client> {
    const client = new Client({ ...config, pipeline: true })
    const opening = client.connect().then(() => client)
    // Without a listener the error of a broken connection would end the process.
    client.on('error', () => abandon(opening))
    return opening
  }

  /** Buffers the socket's writes until the requests that have arrived are read. */
  function cork(client: Client): void {
    if (corked) return
    corked = true
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    stream.cork()
    setImmediate(() => {
      corked = false
      stream.uncork()
    })
  }

  return {
    pending: () => pending,
    query: async (statement, values) => {
      pending += 1
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
      } finally {
        pending -= 1
      }
    },
    close: async () => {
      const client = await connection?.catch(() => undefined)
      await client?.end()
    },
  }
}
