import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GatewayPayment } from '#contract/geopay.ts'
import { createRandom } from '#db/demo/seededRandom.ts'
import { listen } from '#testing/harness/httpProxy.ts'
import { Counts } from '#tools/faultInjection/counts.ts'

/**
 * `cut`: the call does not reach the gateway. `lost`: it does, and the answer is dropped.
 * `stalled`: the answer comes after the server's timeout. `badGateway`: the proxy answers 502.
 * `forged`: the answer says the opposite under the original signature.
 */
const PROXY_FAULTS = ['cut', 'lost', 'stalled', 'badGateway', 'forged'] as const
type ProxyFault = (typeof PROXY_FAULTS)[number]
/** Each fault meets one call in this many. */
const CALLS_PER_FAULT = 100

/**
 * An HTTP proxy between our servers and the gateway that injects network faults and forged answers.
 * @param timeoutMs how long our servers wait for the gateway's answer
 */
export async function startFaultyProxy(seed: number, timeoutMs: number) {
  const random = createRandom(seed, 'proxy')
  const injected = new Counts()
  let enabled = true
  const { port, close } = await listen((request, response) => {
    const fault = enabled && PROXY_FAULTS[random.integer(0, CALLS_PER_FAULT - 1)]
    if (fault) injected.add(fault)
    forward(proxy.gatewayUrl, request, fault || null, timeoutMs).then(
      ({ status, text }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(text),
      () => request.socket.destroy(),
    )
  })
  const proxy = {
    url: `http://127.0.0.1:${port}`,
    gatewayUrl: '',
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
  gatewayUrl: string,
  request: IncomingMessage,
  fault: ProxyFault | null,
  timeoutMs: number,
): Promise<{ status: number; text: string }> {
  const body = await text(request)
  if (fault === 'cut') throw new Error('cut')
  const answer = await fetch(gatewayUrl + request.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { status } = answer
  const answered = await answer.text()
  if (fault === 'lost') throw new Error('lost')
  if (fault === 'stalled') await sleep(timeoutMs * 1.2)
  if (fault === 'badGateway') return { status: 502, text: '<html>Bad gateway</html>' }
  return { status, text: fault === 'forged' ? invertAnswer(answered) : answered }
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
