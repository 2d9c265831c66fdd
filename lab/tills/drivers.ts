import type { AnswerOf, CallContract, RequestOf } from '#contract/call.ts'
import { rewards } from '#contract/loyalty/rewards.ts'
import { takeReward } from '#contract/loyalty/takeReward.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { openPaymentRequest } from '#contract/payments/openPaymentRequest.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import type { Member } from '#lab/tills/model.ts'
import type { Reports } from '#lab/tills/reports.ts'
import type { TillNetwork } from '#lab/tills/till.ts'

/** How the app of a driver reaches the programs of a stack. */
export interface DriverApp {
  /** The loyalty that gets the points. */
  member: Member
  /** @returns the fields of an answer with 00 */
  call: <S extends CallContract>(
    contract: S,
    fields: RequestOf<S>,
  ) => Promise<AnswerOf<S> | undefined>
  /** Enters a card on a page of the gateway. @returns what the browser brings back */
  charge: (token: string) => Promise<string | undefined>
}

export type Payer = ReturnType<typeof createPayer>

/** The app of a driver who pays at stations. */
const createPayer = (app: DriverApp, { until }: Pick<TillNetwork, 'until'>) => ({
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

const pageOf = (app: DriverApp, token: string) => ({
  charge: () => app.charge(token),
  /** Enters a card and brings the return home. @returns the state that the driver is told */
  async pay() {
    const geopayResponse = await app.charge(token)
    if (!geopayResponse) return undefined
    return (await app.call(processGEOPayResponse, { geopayResponse }))?.payment.state
  },
})

/** The drivers who are at the stations of a run. */
export function createDrivers(
  apps: readonly DriverApp[],
  network: Pick<TillNetwork, 'until'>,
  { counts }: Pick<Reports, 'counts'>,
) {
  let turn = 0
  const nextApp = () => {
    const app = apps[(turn += 1) % apps.length]
    if (!app) throw new Error('la demo no tiene conductores')
    return app
  }
  return {
    /** Two drivers, another pair each time. */
    nextPayers: () => [createPayer(nextApp(), network), createPayer(nextApp(), network)] as const,
    /** Takes the cheapest reward that every station gives, for one driver after the other. */
    async takeVoucher() {
      for (let tries = 0; tries < apps.length; tries += 1) {
        const { call, member } = nextApp()
        const { loyaltyCode } = member
        const reward = (await call(rewards, { loyaltyCode }))?.rewards.find(
          (one) => one.affordable && one.branches.length === 0,
        )
        const taken = reward && (await call(takeReward, { loyaltyCode, reward: reward.code }))
        if (taken) return { loyaltyCode, points: reward.points, voucher: taken.voucher.code }
      }
      counts.add('vales sin puntos')
      return undefined
    },
  }
}
