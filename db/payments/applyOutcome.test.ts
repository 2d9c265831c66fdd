import { eq } from 'drizzle-orm'
import {
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  nat,
  oneof,
  record,
} from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ATTEMPT_STATES,
  ATTEMPT_TRANSITIONS,
  type AttemptState,
} from '#contract/entities/payment.ts'
import { connectDb, type DbConnection } from '#db/core/connection.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { attemptById } from '#db/payments/attempts.ts'
import { expireWithoutToken, storeToken } from '#db/payments/createAttempt.ts'
import { debt } from '#db/tables/payments.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { applyTo, openAttempt } from '#testing/harness/attemptSteps.ts'
import { startForFile } from '#testing/harness/startForTests.ts'

/**
 * Outcomes in any order, on a real database: one after another the attempts follow the table of
 * transitions; concurrently the invariants hold.
 */
const pools: DbConnection[] = []
let model: typeof debt.$inferSelect
let counter = 0
const database = startForFile(() => freshDatabase('demo'))
beforeAll(async () => {
  for (let pool = 0; pool < 2; pool++) pools.push(await connectDb(database.url, 4, TEST_SECRET))
  const [row] = await db().select().from(debt).where(eq(debt.amount, 284_300))
  if (!row) throw new Error('no debt to copy')
  model = row
})
afterAll(async () => {
  for (const pool of pools) await pool.close()
})

const db = (pool = 0) => pools[pool % 2]?.db as DbConnection['db']
const now = new Date('2026-09-08T12:00:00Z')
const POINTS = 7

async function newDebt(): Promise<string> {
  counter += 1
  const reference = `MODEL-${counter}`
  await db()
    .insert(debt)
    .values({ ...model, reference, points: POINTS, state: 'PENDING' })
  return reference
}
async function makeAttempt(reference: string, pool = 0): Promise<string | null> {
  const made = await openAttempt(db(pool), { ...model, reference }, now)
  return made?.id ?? null
}
const apply = async (id: string, to: AttemptState, pool = 0) =>
  await applyTo(db(pool), await attemptById(db(pool), id), to, now)
const violations = () => checkInvariants(db())

const step = oneof(
  { weight: 2, arbitrary: constant({ kind: 'open' as const }) },
  {
    weight: 4,
    arbitrary: record({
      kind: constant('outcome' as const),
      of: nat({ max: 3 }),
      // EXPIRED and PAID are counter more often: most conflicts are between these two.
      to: constantFrom(
        ...ATTEMPT_STATES.filter((state) => state !== 'CREATED'),
        ...(['EXPIRED', 'EXPIRED', 'PAID', 'PAID'] as const),
      ),
    }),
  },
)

/** The result of the same steps by the table of transitions, without a database. */
function createModel() {
  const states: AttemptState[] = []
  /** Attempts that the gateway charged when they could not be PAID any more. */
  const charged = new Set<number>()
  const isClosed = (which: number) => ['REJECTED', 'EXPIRED'].includes(states[which] ?? '')
  let debtState: 'PENDING' | 'PAID' = 'PENDING'
  return {
    states,
    open: () => {
      if (debtState === 'PAID') return 'not debtState'
      if ([...charged].some(isClosed) || states.includes('PROCESSING')) return 'outcome pending'
      const open = states.indexOf('CREATED')
      return open >= 0 ? `attempt ${open}` : `attempt ${states.push('CREATED') - 1}`
    },
    outcome: (which: number, to: AttemptState) => {
      const from = states[which]
      if (from === undefined || from === to) return 'already'
      if (!ATTEMPT_TRANSITIONS[from].includes(to) || (to === 'PAID' && debtState === 'PAID')) {
        if (to === 'PAID') charged.add(which)
        return 'refused'
      }
      charged.delete(which)
      if (from === 'PAID') debtState = 'PENDING'
      if (to === 'PAID') debtState = 'PAID'
      states[which] = to
      return 'moved'
    },
    paid: () => debtState === 'PAID',
  }
}

describe('applyOutcome', () => {
  test('follows the table of transitions in any order, with the debt and the points of each', async () => {
    await assert(
      asyncProperty(array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const reference = await newDebt()
        const before = await balanceOf(db(), model.loyaltyCode ?? '')
        const expectedModel = createModel()
        const ids: string[] = []
        const seen: string[] = []
        const expected: string[] = []
        for (const one of steps) {
          if (one.kind === 'open') {
            const id = await makeAttempt(reference)
            if (id !== null && !ids.includes(id)) ids.push(id)
            const found = id === null ? null : await attemptById(db(), id)
            const open = found?.state === 'CREATED' ? `attempt ${ids.indexOf(found.id)}` : null
            seen.push(found === null ? 'not debtState' : (open ?? 'outcome pending'))
            expected.push(expectedModel.open())
          } else if (ids.length > 0) {
            const which = one.of % ids.length
            seen.push((await apply(ids[which] ?? '', one.to)).result)
            expected.push(expectedModel.outcome(which, one.to))
          }
        }
        expect(seen).toEqual(expected)
        const states = await Promise.all(ids.map(async (id) => (await attemptById(db(), id)).state))
        expect(states).toEqual(expectedModel.states)
        const [row] = await db().select().from(debt).where(eq(debt.reference, reference))
        expect(row?.state).toBe(expectedModel.paid() ? 'PAID' : 'PENDING')
        const points = (await balanceOf(db(), model.loyaltyCode ?? '')) - before
        expect(points).toBe(expectedModel.paid() ? POINTS : 0)
      }),
      { numRuns: 60 },
    )
    expect(await violations()).toEqual([])
  })

  test('keeps the invariants when outcomes are applied concurrently on two pools', async () => {
    await assert(
      asyncProperty(array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const reference = await newDebt()
        const ids = [await makeAttempt(reference)]
        await apply(ids[0] ?? '', 'EXPIRED')
        ids.push(await makeAttempt(reference))
        await Promise.all(
          steps.map(async (one, place) => {
            if (one.kind === 'open') await makeAttempt(reference, place)
            else await apply(ids[one.of % ids.length] ?? '', one.to, place)
          }),
        )
      }),
      { numRuns: 30 },
    )
    expect(await violations()).toEqual([])
  })

  test('posts a charge once when it is applied twenty times at once', async () => {
    const reference = await newDebt()
    const id = (await makeAttempt(reference)) ?? ''
    const before = await balanceOf(db(), model.loyaltyCode ?? '')
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, place) => apply(id, 'PAID', place)),
    )
    expect(results.filter(({ result }) => result === 'moved')).toHaveLength(1)
    expect(results.filter(({ result }) => result === 'already')).toHaveLength(19)
    expect(await balanceOf(db(), model.loyaltyCode ?? '')).toBe(before + POINTS)
    expect(await violations()).toEqual([])
  })

  test('waits for the debt, and finds the attempt as the transaction before left it', async () => {
    const reference = await newDebt()
    const id = (await makeAttempt(reference)) ?? ''
    const holder = await createLockHolder({ databaseUrl: database.url })
    await holder.lock('select from debt where reference = $1 for update', [reference])
    const applying = apply(id, 'REJECTED', 1)
    await holder.waitForBlocked(1)
    await holder.lock(`update payment_attempt set state = 'REJECTED' where id = $1`, [id])
    await holder.release('commit')
    expect(await applying).toMatchObject({ result: 'already', attempt: { state: 'REJECTED' } })
  })

  test('a token is stored once, and an attempt that was dropped takes none', async () => {
    const reference = await newDebt()
    const id = (await makeAttempt(reference)) ?? ''
    const other = { accessToken: 'another', tokenExpiresAt: now, nextPollAt: now }
    expect(await storeToken(db(), id, other)).toBe(id)
    expect(await expireWithoutToken(db(), id, now)).toBe(false)
    await apply(id, 'EXPIRED')
    expect(await storeToken(db(), id, other)).toBeNull()
  })
})
