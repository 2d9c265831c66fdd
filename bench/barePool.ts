import { Pool, type PoolClient } from 'pg'

/** A pool of bare pg, in whose transactions the peers of our own programs write. */
export function createBarePool(url: string, max: number) {
  const connections = new Pool({ connectionString: url, max })
  // `end` resolves before the connections are closed, and the database may end them first.
  connections.on('error', () => {})
  return {
    transaction: async (write: (client: PoolClient) => Promise<unknown>): Promise<void> => {
      const client = await connections.connect()
      try {
        await client.query('begin')
        await write(client)
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
    close: () => connections.end(),
  }
}
