import type { AnswerOf, CallContract, RequestOf } from '#contract/call.ts'
import { rewards } from '#contract/loyalty/rewards.ts'
import { takeReward } from '#contract/loyalty/takeReward.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { openPaymentRequest } from '#contract/payments/openPaymentRequest.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import type { PayerClient, PaymentPrograms } from '#lab/payments/runAttempt.ts'
import type { Member } from '#lab/tills/model.ts'
import type { TillNetwork } from '#lab/tills/till.ts'

/** A driver at the stations of a run. */
interface Driver {
  /** The loyalty that gets the points. */
  member: Member
  client: PayerClient
}

type App = ReturnType<ReturnType<typeof createDrivers>['nextApp']>
export type Payer = ReturnType<typeof createPayer>

/** The app of a driver who pays at stations. */
const createPayer = (app: App, until: TillNetwork['until']) => ({
  member: app.member,
  /** Opens the gateway's page of a request; undefined when the driver may not pay it. */
  async open(code: string) {
    const opened = await until(async () => {
      const { request } = (await app.call(openPaymentRequest, { code })) ?? {}
      if (!request) return undefined
      // Another person's payment too: the refusal decides.
      const debtData = { reference: request.debt.reference }
      const page = await app.call(getGEOPayAccessToken, { debtData })
      if (page) return page.accessToken
      return request.state === 'waiting' || request.state === 'paying' ? undefined : ''
    })
    return opened ? pageOf(app, opened) : undefined
  },
})

const pageOf = (app: App, token: string) => ({
  charge: () => app.charge(token),
  /** Enters a card and brings the return home. @returns the state that the driver is told */
  async pay() {
    const geopayResponse = await app.charge(token)
    if (!geopayResponse) return undefined
    return (await app.call(processGEOPayResponse, { geopayResponse }))?.payment.state
  },
})

/**
 * The drivers who are at the stations of a run.
 * @param drawCard the number of the card that a driver enters
 */
export function createDrivers(
  drivers: readonly Driver[],
  { until, reports: { counts } }: Pick<TillNetwork, 'until' | 'reports'>,
  { submitPage, drawCard }: Pick<PaymentPrograms, 'submitPage'> & { drawCard: () => string },
) {
  let [turn, calls] = [0, 0]
  const nextApp = () => {
    const driver = drivers[(turn += 1) % drivers.length]
    if (!driver) throw new Error('la demo no tiene conductores')
    const { member, client } = driver
    return {
      member,
      /** @returns the fields of an answer with 00 */
      async call<S extends CallContract>(
        contract: S,
        fields: RequestOf<S>,
      ): Promise<AnswerOf<S> | undefined> {
        const identity = `app-${(calls += 1)}`
        const sending = {
          identity,
          attempt: 0,
          server: calls % 2 ? 1 : 0,
          cutAfterMs: null,
        } as const
        return (await client.call(contract, fields, sending))?.fields
      },
      /** Enters a card on a page of the gateway. @returns what the browser brings back */
      charge: async (token: string) => (await submitPage({ token, card: drawCard() })) ?? undefined,
    }
  }
  return {
    nextApp,
    /** Two drivers, another pair each time. */
    nextPayers: () => [createPayer(nextApp(), until), createPayer(nextApp(), until)] as const,
    /** Takes the cheapest reward that every station gives, for one driver after the other. */
    async takeVoucher() {
      for (let tries = 0; tries < drivers.length; tries += 1) {
        const app = nextApp()
        const { loyaltyCode } = app.member
        const reward = (await app.call(rewards, { loyaltyCode }))?.rewards.find(
          (one) => one.affordable && one.branches.length === 0,
        )
        const taken = reward && (await app.call(takeReward, { loyaltyCode, reward: reward.code }))
        if (taken) return { loyaltyCode, points: reward.points, voucher: taken.voucher.code }
      }
      counts.add('vales sin puntos')
      return undefined
    },
  }
}
