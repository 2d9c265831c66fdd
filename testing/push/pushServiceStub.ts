import { createPublicKey, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listen } from '#testing/harness/httpProxy.ts'

export interface PushRequest {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}
export interface StubAnswer {
  status: number
  headers?: Record<string, string>
  body?: string
  /** Never answers: the connection is cut after the request was read. */
  cut?: boolean
}

/**
 * Starts a push service on loopback that records what it gets.
 * @param onRequest takes each request; what it returns is answered unless an answer was set
 */
export async function startPushService(
  onRequest: (request: PushRequest) => StubAnswer = () => ({ status: 201 }),
) {
  const requests: PushRequest[] = []
  const answers: StubAnswer[] = []
  const { url: origin, close } = await listen(async (incoming, response) => {
    const { url = '', headers } = incoming
    const request = { path: url, headers, body: await buffer(incoming) }
    requests.push(request)
    const usual = onRequest(request)
    const answer = answers.shift() ?? usual
    if (answer.cut) incoming.socket.destroy()
    else response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  return {
    origin,
    requests,
    /** Answers the next requests in turn, then as `onRequest`. */
    answerWith: (...more: StubAnswer[]) => void answers.push(...more),
    close,
  }
}

/**
 * The claims of a request's VAPID token (RFC 8292), after its signature and its key were checked.
 * @throws when the header has another form or the signature is not by the named key
 */
export function vapidClaims(authorization = ''): {
  publicKey: string
  aud: string
  exp: number
  sub: string
} {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the VAPID token is not signed by its key')
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as never
  return { publicKey, ...(read as { aud: string; exp: number; sub: string }) }
}
