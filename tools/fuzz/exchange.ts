import { Agent, request } from 'node:http'

/** Who keeps a request longer than this is as good as down, in milliseconds. */
const PATIENCE = 30_000

/** What came back. */
export interface Heard {
  status: number
  /** Where a redirect leads; empty for all else. */
  location: string
  text: string
}
/** Sends bytes as they are to a path of the server. */
export type Post = (path: string, body: Buffer, type: string) => Promise<Heard>

/** Connections that are kept, so many at once at most. */
export function openExchange(port: number, atOnce: number): { post: Post; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const post: Post = (path, body, type) =>
    new Promise((done, failed) => {
      const call = request(
        {
          agent,
          port,
          host: '127.0.0.1',
          path,
          method: 'POST',
          headers: { 'content-type': type, 'content-length': body.length },
        },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('end', () =>
            done({
              status: answer.statusCode ?? 0,
              location: answer.headers.location ?? '',
              text: Buffer.concat(parts).toString(),
            }),
          )
          answer.on('error', failed)
        },
      )
      call.setTimeout(PATIENCE, () => call.destroy(new Error('no answer in 30 s')))
      call.on('error', failed)
      call.end(body)
    })
  return { post, close: () => agent.destroy() }
}
