import { Agent, request } from 'node:http'
import type { SeededRandom } from '#db/demo/seededRandom.ts'

const REQUEST_TIMEOUT_MS = 30_000

export interface RawResponse {
  status: number
  headers: Headers
  text: string
}
/** A request with exactly the headers that it names. */
export interface RawRequest {
  path: string
  body: Buffer
  /** By default POST. */
  method?: string
  /** Content type; null: no header. */
  type: string | null
  /** With `content-length` (by default), chunked, or with neither header and no body. */
  framing?: 'length' | 'chunks' | 'none'
  /** The headers of the caller's session. */
  session?: Record<string, string>
}

/** @param maxConnections connections to the server, kept alive */
export function createRawHttp(url: string, maxConnections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: maxConnections })
  const send = ({ path, body, type, method = 'POST', framing = 'length', session }: RawRequest) =>
    new Promise<RawResponse>((resolve, reject) => {
      const call = request(url + path, { agent, method, headers: session ?? {} }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const headers = new Headers()
          for (const [name, values] of Object.entries(answer.headersDistinct))
            for (const value of values ?? []) headers.append(name, value)
          resolve({
            status: answer.statusCode ?? 0,
            headers,
            text: Buffer.concat(parts).toString(),
          })
        })
        answer.on('error', reject)
      })
      if (type !== null) call.setHeader('content-type', type)
      if (framing === 'length') call.setHeader('content-length', body.length)
      else if (framing === 'chunks') call.setHeader('transfer-encoding', 'chunked')
      else for (const header of ['content-length', 'transfer-encoding']) call.removeHeader(header)
      call.setTimeout(REQUEST_TIMEOUT_MS, () => call.destroy(new Error('no answer in 30 s')))
      call.on('error', reject)
      call.end(framing === 'none' ? undefined : body)
    })
  return { send, close: () => agent.destroy() }
}

const METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']
const EMPTY = { body: Buffer.alloc(0) }
const NO_BODY = { ...EMPTY, type: null, framing: 'none' } as const

/** The request without a content type or a body, chunked, or with another method. */
export const malformedFraming = (random: SeededRandom, request: RawRequest): RawRequest => ({
  ...request,
  ...random.oneOf<Partial<RawRequest>>([
    NO_BODY,
    { ...EMPTY, framing: 'none' },
    { ...EMPTY, type: null },
    EMPTY,
    { type: null },
    { type: null, framing: 'chunks' },
    { framing: 'chunks' },
    { method: random.oneOf(METHODS) },
    { ...NO_BODY, method: random.oneOf(METHODS) },
  ]),
})
