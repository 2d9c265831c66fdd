import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GatewayPayment } from '#contract/geopay.ts'
import { createRandom, type SeededRandom } from '#db/demo/seededRandom.ts'

/** An HTTP proxy between our servers and the gateway that injects network faults and forged answers. */
export interface FaultyProxy {
  url: string
  /** Number of calls that met each fault. */
  readonly injected: Map<ProxyFault, number>
  /** Forwards every call unchanged from now on. */
  stopFaults(): void
  close(): Promise<void>
}

/**
 * `cut`: the call does not reach the gateway. `lost`: it does, and the answer is dropped.
 * `stalled`: the answer comes after the server's timeout. `badGateway`: the proxy answers 502.
 * `forged`: the answer says the opposite under the original signature.
 */
const PROXY_FAULTS = ['cut', 'lost', 'stalled', 'badGateway', 'forged'] as const
export type ProxyFault = (typeof PROXY_FAULTS)[number]
/** Each fault meets one call in this many. */
const CALLS_PER_FAULT = 100

/**
 * @param gatewayUrl where calls are forwarded
 * @param timeoutMs how long our servers wait for the gateway's answer
 */
export async function startFaultyProxy(
  seed: number,
  gatewayUrl: string,
  timeoutMs: number,
): Promise<FaultyProxy> {
  const random = createRandom(seed, 'proxy')
  const injected = new Map<ProxyFault, number>()
  let enabled = true
  const server = createServer((request, response) => {
    const fault = enabled ? drawFault(random) : null
    if (fault) injected.set(fault, (injected.get(fault) ?? 0) + 1)
    forward(gatewayUrl, request, fault, timeoutMs).then(
      ({ status, text }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(text),
      () => request.socket.destroy(),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    injected,
    stopFaults: () => {
      enabled = false
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function drawFault(random: SeededRandom): ProxyFault | null {
  return PROXY_FAULTS[random.integer(0, CALLS_PER_FAULT - 1)] ?? null
}

async function forward(
  gatewayUrl: string,
  request: IncomingMessage,
  fault: ProxyFault | null,
  timeoutMs: number,
): Promise<{ status: number; text: string }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  if (fault === 'cut') throw new Error('cut')
  const answer = await fetch(gatewayUrl + request.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Buffer.concat(chunks),
  })
  const { status } = answer
  const text = await answer.text()
  if (fault === 'lost') throw new Error('lost')
  if (fault === 'stalled') await sleep(timeoutMs * 1.2)
  if (fault === 'badGateway') return { status: 502, text: '<html>Bad gateway</html>' }
  return { status, text: fault === 'forged' ? invertAnswer(text) : text }
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
