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
