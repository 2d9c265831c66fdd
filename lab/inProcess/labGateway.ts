import { join } from 'node:path'
import { GATEWAY_CALLS } from '#contract/geopay.ts'
import type { LabClock } from '#lab/inProcess/labClock.ts'
import type { Interleaver } from '#lab/interleaving/interleaver.ts'
import { payment } from '#sandbox/calls/payment.ts'
import { paymentQuery } from '#sandbox/calls/paymentQuery.ts'
import { voidPayment } from '#sandbox/calls/voidPayment.ts'
import { readConfig } from '#sandbox/config.ts'
import type { Context } from '#sandbox/context.ts'
import { loadKeys } from '#sandbox/keys.ts'
import { createScheduler } from '#sandbox/scheduler.ts'
import { Store } from '#sandbox/store.ts'

/** The addresses of the two programs, between which no socket is opened. */
export const [GATEWAY_URL, SERVER_URL] = ['http://gateway.lab', 'http://server.lab']

const CALLS = new Map(
  Object.entries({ payment, paymentQuery, voidPayment }).map(([name, run]) => [
    `${GATEWAY_URL}${GATEWAY_CALLS[name as keyof typeof GATEWAY_CALLS]}`,
    run,
  ]),
)

/** The sandbox of the card gateway with its keys, in this process and in memory. */
export async function startLabGateway(folder: string, clock: LabClock): Promise<Context> {
  const config = readConfig({ SANDBOX_DIR: folder, MERCHANT_URL: SERVER_URL })
  const keys = await loadKeys(join(folder, 'keys'))
  const log = { append: () => {}, close: () => {} }
  const wired = {
    config,
    clock,
    store: new Store(log, []),
    gatewayKey: { kid: keys.gateway.kid, key: keys.gateway.privateKey },
    webhookKey: { kid: keys.webhook.kid, key: keys.webhook.privateKey },
    merchantKey: { kid: keys.merchant.kid, key: keys.merchant.publicKey },
    reportError: (line: string) => {
      throw new Error(line)
    },
  }
  return { ...wired, scheduler: createScheduler(wired) }
}

/** A program that answers the requests to its addresses. */
export type Answering = (url: string, body: string) => Promise<{ status: number; body: string }>

/** The calls of the gateway. */
export const gatewayAnswers =
  (gateway: Context): Answering =>
  async (url, body) => {
    const run = CALLS.get(url)
    return run
      ? { status: 200, body: JSON.stringify(run(gateway, JSON.parse(body))) }
      : { status: 404, body: '' }
  }

/**
 * Makes each request that a task sends with `fetch` in this process a step of an interleaver. A fault loses the
 * request, or the answer to what was done.
 * @returns restores `fetch`
 */
export function interleaveRequests(
  interleaver: Interleaver,
  programs: Readonly<Record<string, Answering>>,
): () => void {
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : input.toString()
    const { pathname, origin } = new URL(url)
    const answer = programs[origin]
    if (!answer) return await fetch(input, init)
    const send = async () => {
      const fault = interleaver.isInTask && (await interleaver.step(pathname, async (met) => met))
      if (fault === 'lost before') throw new TypeError('fetch failed')
      const { status, body } = await answer(url, typeof init?.body === 'string' ? init.body : '')
      if (fault) throw new TypeError('fetch failed')
      return new Response(body, { status })
    }
    // A timer sends the messages of the gateway: they belong to no task that waits for them.
    return origin === SERVER_URL ? await interleaver.spawn(pathname, send) : await send()
  }
  return () => {
    globalThis.fetch = fetch
  }
}
