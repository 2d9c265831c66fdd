import { setTimeout as sleep } from 'node:timers/promises'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { openPaymentRequest } from '#contract/payments/openPaymentRequest.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { cardNumber, submitPage } from '#testing/harness/sandboxControl.ts'
import type { Driver } from '#tools/faultInjection/journeys.ts'
import type { Member } from '#tools/tills/model.ts'

export type Payer = ReturnType<typeof createPayer>

/** The gateway is killed meanwhile. */
const OPENING_TIMEOUT_MS = 90_000
const TRY_AGAIN_MS = 500

/** The app of a driver who pays at stations. */
export const createPayer = ({ session }: Driver, member: Member, sandbox: string) => ({
  /** The loyalty that gets the points. */
  member,
  /** Opens the gateway's page of a request; undefined when the driver may not pay it. */
  async open(code: string) {
    for (const until = Date.now() + OPENING_TIMEOUT_MS; Date.now() < until; ) {
      const request = (await session.call(openPaymentRequest, { code }))?.fields.request
      const debtData = { reference: request?.debt.reference ?? '' }
      // Another person's payment too: the refusal decides.
      const opened = request && (await session.call(getGEOPayAccessToken, { debtData }))
      if (opened) return createPage(session, sandbox, opened.fields.accessToken)
      if (request && request.state !== 'waiting' && request.state !== 'paying') return undefined
      await sleep(TRY_AGAIN_MS)
    }
    return undefined
  },
})

const createPage = (session: Driver['session'], sandbox: string, token: string) => {
  /** Enters a card. @returns what the phone gets, which is gone */
  const charge = async () =>
    (await submitPage(sandbox, { token, card: cardNumber('Crédito') })).data
  return {
    charge,
    /** Enters a card and brings the return home. @returns the state that the driver is told */
    async pay() {
      const geopayResponse = await charge()
      if (!geopayResponse) return undefined
      return (await session.call(processGEOPayResponse, { geopayResponse }))?.fields.payment.state
    },
  }
}
