import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  ATTEMPT_STATES,
  ATTEMPT_TRANSITIONS,
  type AttemptState,
} from '#contract/entities/payment.ts'
import { connectDb } from '#db/core/connection.ts'
import { sqlState } from '#db/core/sqlErrors.ts'
import { debt, paymentAttempt } from '#db/tables/payments.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

/** Constraints and triggers that the database enforces without the server. */
let model: typeof debt.$inferSelect
const database = startForFile(() => freshDatabase('demo'))
const opened = startForFile(() => connectDb(database.url, 2))
beforeAll(async () => {
  const [row] = await opened.db.select().from(debt).where(eq(debt.amount, 284_300))
  if (!row) throw new Error('no debt to copy')
  model = row
})

const CHECK_VIOLATION = '23514'
/** The SQLSTATE of a refusal; undefined when the statement succeeds. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => sqlState(error),
  )

describe('database constraints', () => {
  test.each([
    ['points that nobody would get', { loyaltyCode: null, points: 120 }, CHECK_VIOLATION],
    ['points below zero', { points: -1 }, CHECK_VIOLATION],
    ['no points for nobody', { loyaltyCode: null, points: 0 }, undefined],
    ['no points for a member', { points: 0 }, undefined],
  ])('a debt accepts only points that a loyalty can receive: %s', async (what, of, refused) => {
    const owed = { ...model, ...of, reference: `GUARD-${what}`, state: 'PENDING' as const }
    expect(await refusal(opened.db.insert(debt).values(owed))).toBe(refused)
  })

  /** Inserts an attempt in one state and updates it to another. */
  async function move(from: AttemptState, to: AttemptState): Promise<void> {
    const { db } = opened
    const id = randomUUID()
    const { personId, currency, amount, taxedAmount, taxAmount, indi } = model
    const terms = { personId, currency, amount, taxedAmount, taxAmount, indi }
    await db.insert(debt).values({ ...model, reference: id, state: 'PENDING' })
    await db.insert(paymentAttempt).values({
      ...terms,
      id,
      debtReference: id,
      netId: 'SURTIDOR',
      merchantId: '900001',
      tipAmount: 0,
      installments: 1,
      state: from,
      auditNumber: id,
      createdAt: model.at,
    })
    await db.update(paymentAttempt).set({ state: to }).where(eq(paymentAttempt.id, id))
  }

  test('P6: an attempt accepts the listed transitions only', async () => {
    const moves = ATTEMPT_STATES.flatMap((from) => ATTEMPT_STATES.map((to) => ({ from, to })))
    const seen = await Promise.all(
      moves.map(async ({ from, to }) => ({ from, to, refused: await refusal(move(from, to)) })),
    )
    expect(seen).toEqual(
      moves.map(({ from, to }) => ({
        from,
        to,
        refused:
          from === to || ATTEMPT_TRANSITIONS[from].includes(to) ? undefined : CHECK_VIOLATION,
      })),
    )
  })

  test('P6: an attempt accepts no unknown state', async () => {
    expect(await refusal(move('CREATED', 'LOST' as AttemptState))).toBe(CHECK_VIOLATION)
    expect(await refusal(move('LOST' as AttemptState, 'LOST' as AttemptState))).toBe(
      CHECK_VIOLATION,
    )
  })
})
