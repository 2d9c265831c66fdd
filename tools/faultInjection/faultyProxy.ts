import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GatewayPayment } from '#contract/geopay.ts'
import { type SeededRandom, createRandom } from '#db/demo/seededRandom.ts'

/** The wire between our servers and the gateway, with somebody sitting on it. */
export interface FaultyProxy {
  url: string
  /** What was done to the calls, and how often. */
  readonly done: Map<ProxyFaults, number>
  /** From here on it only carries. */
  heal(): void
  close(): Promise<void>
}

/**
 * `cut` never arrives; `lost` is done there and its answer never arrives here; `stalled` answers
 * when nobody waits any more; `broken` answers like a failing machine in between; `forged` turns
 * the answer into its contrary and leaves the signature.
 */
const MISCHIEF = ['cut', 'lost', 'stalled', 'broken', 'forged'] as const
export type ProxyFaults = (typeof MISCHIEF)[number]
/** Of so many calls, one meets each mischief. */
const ONE_OF = 100

/**
 * Opens the line.
 * @param to the gateway's address
 * @param patience how long our servers wait for an answer, in milliseconds
 */
export async function startFaultyProxy(
  seed: number,
  to: string,
  patience: number,
): Promise<FaultyProxy> {
  const luck = createRandom(seed, 'line')
  const done = new Map<ProxyFaults, number>()
  let healed = false
  const server = createServer((request, response) => {
    const mischief = healed ? null : drawn(luck)
    if (mischief) done.set(mischief, (done.get(mischief) ?? 0) + 1)
    carry(to, request, mischief, patience).then(
      ({ status, text }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(text),
      () => request.socket.destroy(),
    )
  })
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    done,
    heal: () => {
      healed = true
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function drawn(luck: SeededRandom): ProxyFaults | null {
  return MISCHIEF[luck.integer(0, ONE_OF - 1)] ?? null
}

async function carry(
  to: string,
  request: IncomingMessage,
  mischief: ProxyFaults | null,
  patience: number,
): Promise<{ status: number; text: string }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  if (mischief === 'cut') throw new Error('cut')
  const answer = await fetch(to + request.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Buffer.concat(chunks),
  })
  const { status } = answer
  const text = await answer.text()
  if (mischief === 'lost') throw new Error('lost')
  if (mischief === 'stalled') await sleep(patience * 1.2)
  if (mischief === 'broken') return { status: 502, text: '<html>Bad gateway</html>' }
  return { status, text: mischief === 'forged' ? contrary(text) : text }
}

/** Says of a payment the contrary of what the gateway said, under the gateway's own signature. */
function contrary(text: string): string {
  const answer = JSON.parse(text) as { payments?: GatewayPayment[]; payment?: GatewayPayment }
  if (answer.payments) answer.payments = answer.payments.map(turned)
  if (answer.payment) answer.payment = turned(answer.payment)
  return JSON.stringify(answer)
}

function turned(payment: GatewayPayment): GatewayPayment {
  const took = payment.authorized && !payment.voided
  return {
    ...payment,
    state: 'PROCESSED',
    voided: false,
    authorized: !took,
    authorizerCode: took ? '51' : '00',
    authorizer: took ? null : { authorizationCode: '000000' },
  }
}
