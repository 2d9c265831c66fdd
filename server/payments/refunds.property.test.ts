import { eq, inArray } from 'drizzle-orm'
import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { paymentAttempt, paymentRefund } from '#db/tables/payments.ts'
import { proposal } from '#db/tables/proposals.ts'
import { startPendingPaymentPoller } from '#server/payments/outcome/pendingPaymentPoller.ts'
import { payNewDebt, refundSteps } from '#testing/console/refundSteps.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'

const server = startForFile(() => startTestPaymentServer({ webhooks: true }))
const AMOUNT = 284_300
/** Larger than what one operator may give back alone. */
const LARGE = 200_000

interface Round {
  /** What each of two operators asks for at once, in cents; the request of the first is repeated. */
  amounts: [number, number]
  /** What becomes of the gateway's answers meanwhile. */
  answers: 'arrive' | 'lost' | 'cut'
  decision: 'confirmed' | 'rejected'
}
const rounds = array(
  record<Round>({
    amounts: array(integer({ min: 1, max: 120_000 }), { minLength: 2, maxLength: 2 }) as never,
    answers: constantFrom('arrive', 'lost', 'cut'),
    decision: constantFrom('confirmed', 'rejected'),
  }),
  { minLength: 2, maxLength: 5 },
)
const typed = (cents: number) =>
  `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`

describe('refunds of a charge', () => {
  test('P13: by two operators at once, with answers lost, are at the gateway once and never above it', async () => {
    server.context.config.refundLimits['858'] = LARGE
    await createPersonLike(server, 'second', 'elena')
    let [presses, refunded] = [0, 0]
    await assert(
      asyncProperty(rounds, async (all) => {
        const paid = await payNewDebt(server, await server.as('ana'), AMOUNT)
        server.wait(DAY_MS)
        const elena = refundSteps(server, 'elena', await server.as('elena'))
        const second = refundSteps(server, 'second', await server.as('second'))
        const poll = async () => {
          server.wait(60_000)
          const poller = startPendingPaymentPoller(server.context)
          await poller.now()
          await poller.stop()
        }
        for (const { amounts, answers, decision } of all) {
          if (answers !== 'arrive') server.stub.failures = { void: answers, query: 'cut' }
          const code = await elena.newCode()
          const header = { auditNumber: `press-${(presses += 1)}` }
          const press = () => elena.refund(paid.id, typed(amounts[0]), { code }, { header })
          const pressed = await Promise.all([
            press(),
            press(),
            second.refund(paid.id, typed(amounts[1])),
          ])
          for (const { status } of pressed) expect(status).toBeLessThan(500)
          await Promise.all([elena.decide(paid.id, decision), second.decide(paid.id, decision)])
          server.stub.failures = {}
          await Promise.all([poll(), poll()])
        }
        const { db } = server.context
        const [attempt] = await db
          .select()
          .from(paymentAttempt)
          .where(eq(paymentAttempt.id, paid.id))
        const refunds = await db
          .select()
          .from(paymentRefund)
          .where(eq(paymentRefund.attemptId, paid.id))
        const done = refunds.filter(({ state }) => state === 'done')
        const sum = done.reduce((total, { amount }) => total + amount, 0)
        expect(refunds.filter(({ state }) => state === 'sending')).toEqual([])
        expect((await server.gatewayPayment(paid.token))?.refundedAmount).toBe(sum)
        expect(attempt?.refundedAmount).toBe(sum)
        expect(sum).toBeLessThanOrEqual(AMOUNT)
        refunded += done.length
        const large = done.filter(({ total }) => total > LARGE).map(({ id }) => id)
        const confirmed = await db.select().from(proposal).where(inArray(proposal.id, large))
        expect(confirmed.map(({ state }) => state)).toEqual(large.map(() => 'confirmed'))
        expect(await checkInvariants(db)).toEqual([])
      }),
      { numRuns: 8, seed: 13 },
    )
    expect(refunded).toBeGreaterThan(16)
  })
})
