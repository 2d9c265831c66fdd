import { eq } from 'drizzle-orm'
import { assert, asyncProperty, constantFrom, record, uniqueArray } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { gatewayDays } from '#db/payments/reconciliations.ts'
import { paymentAttempt } from '#db/tables/payments.ts'
import type { Person } from '#testing/testServer.ts'
import { businessDay } from '#server/payments/reconciliation/businessDay.ts'
import { reconcileDay } from '#server/payments/reconciliation/reconcileDay.ts'
import { startPendingPaymentPoller } from '#server/payments/outcome/pendingPaymentPoller.ts'
import {
  startTestPaymentServer,
  openPayment,
  type TestPaymentServer,
} from '#testing/testPaymentServer.ts'

/**
 * Days on which everything got lost that can: no webhook, no reconciler, people who never come
 * back, attempts that we gave up, charges that were voided behind our back.
 */
const houses: TestPaymentServer[] = []
beforeAll(async () => {
  houses.push(
    await startTestPaymentServer(),
    await startTestPaymentServer({ settlementList: false }),
  )
})
afterAll(() => Promise.all(houses.map(tidyUp)))

/** The reconciler comes late: pages that nobody paid are still to be closed. */
async function tidyUp(server: TestPaymentServer): Promise<void> {
  const reconciler = startPendingPaymentPoller(server.context)
  await reconciler.now()
  await reconciler.stop()
  await server.close()
}

interface Story {
  card: 'plain' | 'debit' | '51' | 'cancel' | 'nothing'
  comes: 'back' | 'never' | 'beforeTheVoid'
  gateway: 'keeps' | 'voids'
  we: 'wait' | 'giveUp'
}
const story = record<Story>({
  card: constantFrom('plain', 'debit', '51', 'cancel', 'nothing'),
  comes: constantFrom('back', 'never', 'beforeTheVoid'),
  gateway: constantFrom('keeps', 'voids'),
  we: constantFrom('wait', 'giveUp'),
})
const day = uniqueArray(story, {
  minLength: 4,
  maxLength: 8,
  selector: (one) => Object.values(one).join(),
})

async function onThePage(server: TestPaymentServer, token: string, card: Story['card']) {
  if (card === 'nothing') return null
  return card === 'cancel' ? await server.cancel(token) : await server.pay(token, card)
}
async function live(server: TestPaymentServer, ana: Person, { card, comes, gateway, we }: Story) {
  const { accessToken } = await openPayment(ana, await server.owe(123_450))
  const bring = (data: string | null) =>
    ana.call(processGEOPayResponse, { geopayResponse: data ?? '' })
  if (we === 'giveUp')
    await server.context.db
      .update(paymentAttempt)
      .set({ state: 'EXPIRED', lookAt: null })
      .where(eq(paymentAttempt.accessToken, accessToken))
  const data = await onThePage(server, accessToken, card)
  if (comes === 'beforeTheVoid') await bring(data)
  if (gateway === 'voids') await server.context.gateway.void(accessToken)
  if (comes === 'back') await bring(data)
}

test.each([
  ['with a list', 0],
  ['without one', 1],
])('one night brings both books together: a gateway %s', async (_what, which) => {
  const server = houses[which] as TestPaymentServer
  await assert(
    asyncProperty(day, async (stories) => {
      // Sessions end, and the night has its own clock.
      const ana = await server.as('ana')
      const today = businessDay(server.context.now())
      for (const one of stories) await live(server, ana, one)
      server.wait(24 * 3_600_000)
      expect(await reconcileDay(server.context, today)).toBe(true)

      const [told] = await gatewayDays(server.context.db, 1, '')
      expect(told?.differences.filter(({ mended }) => !mended)).toEqual([])
      const charged = (await server.truth()).filter((one) => one.charged)
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

const asRow = (one: { paymentToken: string | null; currency: string; amount: number }) =>
  `${one.paymentToken} ${one.currency} ${one.amount}`
