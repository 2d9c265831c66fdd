import type { SaleLine } from '#contract/entities/saleLine.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { openPaymentRequest } from '#contract/payments/openPaymentRequest.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { paymentStatus } from '#contract/station/paymentStatus.ts'
import { requestPayment } from '#contract/station/requestPayment.ts'
import { accepted } from '#testing/harness/testClient.ts'
import type { TestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import type { Person } from '#testing/harness/testServer.ts'
import type { enrolTestTerminal } from '#testing/station/testTerminal.ts'

type Till = Pick<Awaited<ReturnType<typeof enrolTestTerminal>>, 'call'>

let references = 0
/** What a till asks for: ten litres of Super, with a reference and a ticket of their own. */
export function askedPayment(amount = 76_880) {
  references += 1
  return {
    reference: `R${references}`,
    ticket: `${10_000 + references}`,
    lines: [{ product: 'super', millilitres: 10_000, unitPrice: 7688, amount }] as SaleLine[],
    amount,
    indi: 2 as const,
  }
}

/** The steps of a payment at a station, as the till and the driver take them. */
export const paymentSteps = (server: Pick<TestPaymentServer, 'pay'>, till: Till) => ({
  request: async (fields = askedPayment()) =>
    accepted(await till.call(requestPayment, fields)).payment,
  status: async (reference: string, more: { known?: 'paid' | 'waiting'; wait?: number } = {}) =>
    accepted(await till.call(paymentStatus, { reference, ...more })).payment,
  /** Opens the page of the gateway. @returns its token */
  open: async (person: Person, code: string) => {
    const { debt } = accepted(await person.call(openPaymentRequest, { code })).request
    return accepted(await person.call(getGEOPayAccessToken, { debtData: debt })).accessToken
  },
  /** Pays on the page, and hands the return over. */
  pay: async (person: Person, token: string) => {
    const geopayResponse = (await server.pay(token)) ?? ''
    return accepted(await person.call(processGEOPayResponse, { geopayResponse })).payment
  },
})
