import { Agent, request } from 'node:http'

const REQUEST_TIMEOUT_MS = 30_000

export interface RawResponse {
  status: number
  /** The header `location`; empty without one. */
  location: string
  text: string
  /** The values of `set-cookie`. */
  cookies: string[]
}
/** With `content-length`, chunked, or with neither header and no body. */
export type Framing = 'length' | 'chunks' | 'none'
/** A request without any header that it does not name. */
export interface RawRequest {
  path: string
  body: Buffer
  /** By default POST. */
  method?: string
  /** Content type; null: no header. */
  type: string | null
  /** By default `length`. */
  framing?: Framing
  /** The cookies of the caller's session, with the XSRF token. */
  session?: Record<string, string>
}
export type SendRaw = (request: RawRequest) => Promise<RawResponse>

/** @param maxConnections connections to the port, kept alive */
export function createRawHttpClient(
  port: number,
  maxConnections: number,
): { send: SendRaw; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: maxConnections })
  const send: SendRaw = ({ path, body, type, method = 'POST', framing = 'length', session }) =>
    new Promise((resolve, reject) => {
      const call = request({ agent, port, host: '127.0.0.1', path, method }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            location: answer.headers.location ?? '',
            text: Buffer.concat(parts).toString(),
            cookies: answer.headers['set-cookie'] ?? [],
          }),
        )
        answer.on('error', reject)
      })
      if (type !== null) call.setHeader('content-type', type)
      if (framing === 'length') call.setHeader('content-length', body.length)
      else if (framing === 'chunks') call.setHeader('transfer-encoding', 'chunked')
      else for (const header of ['content-length', 'transfer-encoding']) call.removeHeader(header)
      for (const [name, value] of Object.entries(session ?? {})) call.setHeader(name, value)
      call.setTimeout(REQUEST_TIMEOUT_MS, () => call.destroy(new Error('no answer in 30 s')))
      call.on('error', reject)
      call.end(framing === 'none' ? undefined : body)
    })
  return { send, close: () => agent.destroy() }
}
