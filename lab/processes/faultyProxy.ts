import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GatewayPayment } from '#contract/geopay.ts'
import { createRandom } from '#db/demo/seededRandom.ts'
import { Counts } from '#lab/evidence/counts.ts'
import { listen } from '#testing/harness/httpProxy.ts'

/**
 * `cut`: the call does not arrive. `lost`: it does, and the answer is dropped. `stalled`: the answer comes
 * after the caller's timeout. `badGateway`: the proxy answers 502. `forged`: the answer of the gateway
 * says the opposite under the original signature.
 */
const PROXY_FAULTS = ['cut', 'lost', 'stalled', 'badGateway', 'forged'] as const
type ProxyFault = (typeof PROXY_FAULTS)[number]
/** Each fault meets one call in this many. */
const CALLS_PER_FAULT = 100

/**
 * An HTTP proxy between our servers and the gateway, or tills and a server, that injects network faults
 * and, of the gateway, forged answers.
 * @param timeoutMs how long the caller waits for the answer
 */
export async function startFaultyProxy(seed: number, timeoutMs: number, { target = '' } = {}) {
  const random = createRandom(seed, 'proxy')
  const injected = new Counts()
  let enabled = true
  const { port, close } = await listen((request, response) => {
    const drawn = enabled && PROXY_FAULTS[random.integer(0, CALLS_PER_FAULT - 1)]
    // The answers of our servers to tills are not signed.
    const fault = drawn === 'forged' && target ? 'lost' : drawn
    if (fault) injected.add(fault)
    forward(proxy.target, request, fault || null, timeoutMs).then(
      ({ status, text, date }) =>
        response.writeHead(status, { 'content-type': 'application/json', date }).end(text),
      () => request.socket.destroy(),
    )
  })
  const proxy = {
    url: `http://127.0.0.1:${port}`,
    target,
    injected,
    /** Forwards every call unchanged from now on. */
    stopFaults: () => {
      enabled = false
    },
    close,
  }
  return proxy
}

async function forward(
  target: string,
  request: IncomingMessage,
  fault: ProxyFault | null,
  timeoutMs: number,
): Promise<{ status: number; text: string; date: string }> {
  const body = await text(request)
  if (fault === 'cut') throw new Error('cut')
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
  const answer = await fetch(target + request.url, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body,
  })
  const { status } = answer
  const date = answer.headers.get('date') ?? new Date().toUTCString()
  const answered = await answer.text()
  if (fault === 'lost') throw new Error('lost')
  if (fault === 'stalled') await sleep(timeoutMs * 1.2)
  if (fault === 'badGateway') return { status: 502, text: '<html>Bad gateway</html>', date }
  return { status, text: fault === 'forged' ? invertAnswer(answered) : answered, date }
}

/** Turns approved payments into declined ones and the reverse, under the unchanged signature. */
function invertAnswer(text: string): string {
  const answer = JSON.parse(text) as { payments?: GatewayPayment[]; payment?: GatewayPayment }
  if (answer.payments) answer.payments = answer.payments.map(invertPayment)
  if (answer.payment) answer.payment = invertPayment(answer.payment)
  return JSON.stringify(answer)
}

function invertPayment(payment: GatewayPayment): GatewayPayment {
  const charged = payment.authorized && !payment.voided
  return {
    ...payment,
    state: 'PROCESSED',
    voided: false,
    authorized: !charged,
    authorizerCode: charged ? '51' : '00',
    authorizer: charged ? null : { authorizationCode: '000000' },
  }
}
