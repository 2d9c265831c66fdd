import { MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { createRandom } from '#db/demo/seededRandom.ts'
import { callAs, type Lab, TRIES, UNAVAILABLE } from '#lab/caller.ts'
import type { Forger } from '#lab/evidence/forger.ts'
import type { AttemptContext, PayerClient, PaymentPrograms } from '#lab/payments/runAttempt.ts'
import { cancel, chargeCard } from '#sandbox/chargeCard.ts'
import type { Context as Gateway } from '#sandbox/context.ts'
import type { PlannedDebt } from '#testing/harness/population.ts'

/** What the tasks of a run share. */
export interface PaymentLab extends Lab {
  forger: Forger
}

/** Attempts to pay reach the programs in this process. */
export const attemptContextOf = (
  lab: PaymentLab,
  seed: number,
  debts: readonly PlannedDebt[],
): AttemptContext => ({
  ...programsOf(lab),
  debts,
  clients: new Map(debts.map(({ personId }) => [personId, createPayerClient(lab, seed, personId)])),
  forger: lab.forger,
  history: lab.history,
  genuineReturns: [],
})

/** The session of a person, whose calls reach the server in this process. */
export function createPayerClient(lab: Lab, seed: number, personId: string): PayerClient {
  const { interleaver, history } = lab
  const random = createRandom(seed, 'payer', personId)
  return {
    personId,
    async call(contract, fields, { identity, attempt, cutAfterMs }) {
      const from = history.firstSent(`${personId} ${identity}`, interleaver.steps)
      const send = () => callAs(lab, { attempt, personId, random }, contract, fields, identity)
      // A caller that drops a try repeats it while the server answers.
      if (cutAfterMs !== null) void send()
      const answer = await send()
      return answer && { fields: answer, from, until: interleaver.steps }
    },
  }
}

/** The programs in this process. */
export const programsOf = ({
  gateway,
  interleaver,
  clock,
  server: { http },
}: Lab): PaymentPrograms => ({
  now: clock.date,
  async submitPage({ token, card = '', cancel: isCancelled }) {
    if (!isCancelled) return await payWith(gateway, token, card)
    const outcome = await cancel(gateway, token)
    return 'data' in outcome ? outcome.data : null
  },
  async postWebhook(_server, payload) {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const request = { method: 'POST', url: MERCHANT_ENDPOINTS.webhook, payload } as const
      const { statusCode } = await interleaver.spawn('webhook', () => http.inject(request))
      if (statusCode !== UNAVAILABLE) return statusCode
    }
    return undefined
  },
  pause: (milliseconds) =>
    milliseconds > 0 ? interleaver.step('pause', async () => {}) : Promise.resolve(),
})

/** Enters a card on a page. @returns the data of the return; null when there is none */
export async function payWith(
  gateway: Gateway,
  token: string,
  number: string,
): Promise<string | null> {
  const card = { number, holder: 'Persona de Prueba', expiry: '12/99', cvv: '123' }
  const outcome = await chargeCard(gateway, token, { ...card, installments: '1' })
  return 'data' in outcome ? outcome.data : null
}
