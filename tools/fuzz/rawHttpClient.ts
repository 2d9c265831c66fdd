import { Agent, request } from 'node:http'

/** Who keeps a request longer than this is as good as down, in milliseconds. */
const PATIENCE = 30_000

/** What came back. */
export interface RawResponse {
  status: number
  /** Where a redirect leads; empty for all else. */
  location: string
  text: string
}
/** How a body is put on the wire: with its length, in chunks of none, or with no word of how long it is. */
export type Framing = 'length' | 'chunks' | 'unsaid'
/** A request to the letter: what it does not name is not sent. */
export interface RawRequest {
  path: string
  body: Buffer
  /** Undefined: POST. */
  method?: string
  /** Null: none is named. */
  type: string | null
  /** Undefined: with its length. */
  framing?: Framing
}
/** Sends bytes as they are. */
export type Post = (asked: RawRequest) => Promise<RawResponse>

/** Connections that are kept, so many at once at most. */
export function createRawHttpClient(
  port: number,
  atOnce: number,
): { post: Post; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const post: Post = ({ path, body, type, method = 'POST', framing = 'length' }) =>
    new Promise((done, failed) => {
      const call = request({ agent, port, host: '127.0.0.1', path, method }, (answer) => {
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
      })
      if (type !== null) call.setHeader('content-type', type)
      if (framing === 'length') call.setHeader('content-length', body.length)
      else if (framing === 'chunks') call.setHeader('transfer-encoding', 'chunked')
      else for (const header of ['content-length', 'transfer-encoding']) call.removeHeader(header)
      call.setTimeout(PATIENCE, () => call.destroy(new Error('no answer in 30 s')))
      call.on('error', failed)
      call.end(framing === 'unsaid' ? undefined : body)
    })
  return { post, close: () => agent.destroy() }
}
