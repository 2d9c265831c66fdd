import { Client, type ClientConfig } from 'pg'

/** Runs `work` on a connection of its own, and closes it: a transaction or lock that it left ends. */
export async function withClient<T>(
  config: string | ClientConfig,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(config)
  // A query on a broken connection rejects; its error event would end the process if unhandled.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}
