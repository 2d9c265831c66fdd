import { eq } from 'drizzle-orm'
import { assert, asyncProperty, boolean, constantFrom, record, uniqueArray } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toDate } from '#contract/dates.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { paymentAttempt } from '#db/tables/payments.ts'
import { startPendingPaymentPoller } from '#server/payments/outcome/pendingPaymentPoller.ts'
import { reconcileDay } from '#server/payments/reconciliation/reconcileDay.ts'
import { dayReports } from '#testing/crashes/dayReports.ts'
import {
  startPayment,
  startTestPaymentServer,
  type TestPaymentServer,
} from '#testing/harness/testPaymentServer.ts'
import type { Person } from '#testing/harness/testServer.ts'

/**
 * Days without webhooks and poller: payers who do not return, attempts that expired here, charges
 * that were voided at the gateway.
 */
const servers: TestPaymentServer[] = []
beforeAll(async () => {
  servers.push(
    await startTestPaymentServer(),
    await startTestPaymentServer({ settlementList: false }),
  )
})
afterAll(() => Promise.all(servers.map(pollAndClose)))

/** The poller closes the pages that were not paid. */
async function pollAndClose(server: TestPaymentServer): Promise<void> {
  const poller = startPendingPaymentPoller(server.context)
  await poller.now()
  await poller.stop()
  await server.close()
}

interface Scenario {
  onPage: 'plain' | 'debit' | '51' | 'cancel' | 'nothing'
  sendsReturn: 'afterwards' | 'never' | 'beforeVoid'
  isVoidedAtGateway: boolean
  isExpiredHere: boolean
}
const scenario = record<Scenario>({
  onPage: constantFrom('plain', 'debit', '51', 'cancel', 'nothing'),
  sendsReturn: constantFrom('afterwards', 'never', 'beforeVoid'),
  isVoidedAtGateway: boolean(),
  isExpiredHere: boolean(),
})
const scenariosOfDay = uniqueArray(scenario, {
  minLength: 4,
  maxLength: 8,
  selector: (one) => Object.values(one).join(),
})

async function actOnPage(server: TestPaymentServer, token: string, action: Scenario['onPage']) {
  if (action === 'nothing') return null
  return action === 'cancel' ? await server.cancel(token) : await server.pay(token, action)
}
async function run(server: TestPaymentServer, ana: Person, scenario: Scenario) {
  const { onPage, sendsReturn, isVoidedAtGateway, isExpiredHere } = scenario
  const { accessToken } = await startPayment(ana, await server.addDebt(123_450))
  const sendReturn = (data: string | null) =>
    ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
  if (isExpiredHere)
    await server.context.db
      .update(paymentAttempt)
      .set({ state: 'EXPIRED', nextPollAt: null })
      .where(eq(paymentAttempt.accessToken, accessToken))
  const data = await actOnPage(server, accessToken, onPage)
  if (sendsReturn === 'beforeVoid') await sendReturn(data)
  if (isVoidedAtGateway) await server.context.gateway.void(accessToken)
  if (sendsReturn === 'afterwards') await sendReturn(data)
}

describe('reconcileDay', () => {
  test.each([
    ['with settlement lists', 0],
    ['without them', 1],
  ])('makes both sides agree, with a gateway %s', async (_case, which) => {
    const server = servers[which] as TestPaymentServer
    await assert(
      asyncProperty(scenariosOfDay, async (scenarios) => {
        // The clock moves a day per run, and sessions end.
        const ana = await server.as('ana')
        const today = toDate(server.context.now())
        for (const one of scenarios) await run(server, ana, one)
        server.wait(24 * 3_600_000)
        expect(await reconcileDay(server.context, today)).toBe(true)

        const [report] = await dayReports(server.context.db, 1)
        expect(report?.discrepancies.filter(({ resolved }) => !resolved)).toEqual([])
        const charged = (await server.gatewayPayments()).filter((one) => one.charged)
        const paid = await server.context.db
          .select()
          .from(paymentAttempt)
          .where(eq(paymentAttempt.state, 'PAID'))
        const ours = paid.filter(({ auditNumber }) => !auditNumber.startsWith('demo-'))
        expect(ours.map(asRow).toSorted()).toEqual(charged.map(asRow).toSorted())
      }),
      { numRuns: 6, seed: 9 },
    )
  })
})

const asRow = (one: { paymentToken: string | null; currency: string; amount: number }) =>
  `${one.paymentToken} ${one.currency} ${one.amount}`
