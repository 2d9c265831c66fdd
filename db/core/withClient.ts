import { Socket } from 'node:net'
import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg'

/** Milliseconds for one statement of a program that is no server. */
const STATEMENT_TIMEOUT_MS = 60_000

/** A connection for statements on whole tables, which may take as long as they need. */
export const withoutTimeout = (url: string): ClientConfig => ({
  connectionString: url,
  query_timeout: 0,
})

/**
 * The limits of every connection. A peer that is gone sends no error: a lost connection shows only in
 * an answer that is late, or, without a statement under way, in unanswered keepalives.
 */
const limited = <Config extends ClientConfig>(config: Config): Config => ({
  connectionTimeoutMillis: 10_000,
  query_timeout: STATEMENT_TIMEOUT_MS,
  keepAlive: true,
  // Without it the first keepalive is sent after two hours.
  keepAliveInitialDelayMillis: 10_000,
  ...config,
})

/** A client with the limits of every connection, not connected yet. */
export const newClient = (config: ClientConfig): Client => new Client(limited(config))

/** The statements of one turn of the event loop are sent in one write, which costs more than all else of them. */
class CorkingSocket extends Socket {
  override cork(): void {
    // `pg` corks the socket for each statement.
    if (this.writableCorked === 0) {
      super.cork()
      process.nextTick(() => super.uncork())
    }
    super.cork()
  }
}

/**
 * A pool of connections with their limits. A statement over the limit ends its connection: without
 * pipeline mode, `pg` would return it to the pool while the statement still runs.
 */
export const newPool = (config: PoolConfig): Pool =>
  new Pool({ ...limited(config), pipeline: true, stream: () => new CorkingSocket() })

/** Runs `work` on a connection of its own, and closes it: a transaction or lock that it left ends. */
export async function withClient<T>(
  config: string | ClientConfig,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = newClient(typeof config === 'string' ? { connectionString: config } : config)
  // A query on a broken connection rejects; its error event would end the process if unhandled.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
