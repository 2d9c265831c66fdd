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
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ATTEMPT_STATES,
  type AttemptState,
  ATTEMPT_TRANSITIONS,
} from '#contract/entities/payment.ts'
import {
  attemptById,
  expireWithoutToken,
  findOrCreateAttempt,
  storeToken,
} from '#db/payments/attempts.ts'
import { type FreshDatabase, freshDatabase } from '#testing/freshDatabase.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { type DbConnection, connectDb } from '#db/connection.ts'
import { applyOutcome } from '#db/payments/applyOutcome.ts'
import { debt } from '#db/tables/payments.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'

/**
 * Any news of the gateway in any order, on real SQL: one after the other the attempts do what the
 * table of edges says and nothing else, and at once they still keep every promise.
 */
let database: FreshDatabase
const pools: DbConnection[] = []
let model: typeof debt.$inferSelect
let drawn = 0
beforeAll(async () => {
  database = await freshDatabase('town')
  pools.push(await connectDb(database.url, 4), await connectDb(database.url, 4))
  const [row] = await db().select().from(debt).where(eq(debt.amount, 284_300))
  if (!row) throw new Error('no debt to copy')
  model = row
})
afterAll(async () => {
  for (const pool of pools) await pool.close()
  await database.close()
})

const db = (pool = 0) => pools[pool % 2]?.db as DbConnection['db']
const now = new Date('2026-09-08T12:00:00Z')
const lookAt = new Date('2026-09-08T12:00:05Z')
const POINTS = 7

async function newDebt(): Promise<string> {
  drawn += 1
  const reference = `MODEL-${drawn}`
  await db()
    .insert(debt)
    .values({ ...model, reference, points: POINTS, state: 'PENDING' })
  return reference
}
async function makeAttempt(reference: string, pool = 0): Promise<string | null> {
  drawn += 1
  const { personId, currency, amount, taxedAmount, taxAmount, indi } = model
  const made = await findOrCreateAttempt(db(pool), {
    id: uuidOf(`attempt ${drawn}`),
    personId,
    debtReference: reference,
    netId: 'SURTIDOR',
    merchantId: '900001',
    currency,
    amount,
    taxedAmount,
    taxAmount,
    tipAmount: 0,
    installments: 1,
    indi,
    auditNumber: `model-${drawn}`,
    createdAt: now,
    lookAt,
  })
  if (made)
    await storeToken(db(pool), made.id, { accessToken: made.id, tokenExpiresAt: now, lookAt })
  return made?.id ?? null
}
async function tellSettled(id: string, to: AttemptState, pool = 0) {
  const seen = await attemptById(db(pool), id)
  drawn += 1
  return await applyOutcome(db(pool), seen, {
    to,
    facts: {
      paymentToken: `charge-${id}`,
      authorizationCode: '1',
      maskedCard: '',
      law: '0',
      refund: 0,
      installments: 1,
      reason: '',
    },
    news: { title: to, text: to },
    now,
    rrn: String(drawn).padStart(12, '0'),
    lookAt,
  })
}
const kept = async () => (await checkInvariants(db())).filter(({ rows }) => rows.length > 0)

const step = oneof(
  { weight: 2, arbitrary: constant({ kind: 'open' as const }) },
  {
    weight: 4,
    arbitrary: record({
      kind: constant('news' as const),
      of: nat({ max: 3 }),
      // Given up and paid more often than the rest: that is where stories cross.
      to: constantFrom(
        ...ATTEMPT_STATES.filter((state) => state !== 'CREATED'),
        ...(['EXPIRED', 'EXPIRED', 'PAID', 'PAID'] as const),
      ),
    }),
  },
)

/** What the table of edges says of the same steps, without a database. */
function foresee() {
  const states: AttemptState[] = []
  /** Those that the gateway charged when they might not be paid any more. */
  const charged = new Set<number>()
  const isClosed = (which: number) => ['REJECTED', 'EXPIRED'].includes(states[which] ?? '')
  let owed: 'PENDING' | 'PAID' = 'PENDING'
  return {
    states,
    open: () => {
      if (owed === 'PAID') return 'not owed'
      if ([...charged].some(isClosed) || states.includes('PROCESSING')) return 'being confirmed'
      const open = states.indexOf('CREATED')
      return open >= 0 ? `attempt ${open}` : `attempt ${states.push('CREATED') - 1}`
    },
    news: (which: number, to: AttemptState) => {
      const from = states[which]
      if (from === undefined || from === to) return 'already'
      if (!ATTEMPT_TRANSITIONS[from].includes(to) || (to === 'PAID' && owed === 'PAID')) {
        if (to === 'PAID') charged.add(which)
        return 'refused'
      }
      charged.delete(which)
      if (from === 'PAID') owed = 'PENDING'
      if (to === 'PAID') owed = 'PAID'
      states[which] = to
      return 'moved'
    },
    paid: () => owed === 'PAID',
  }
}

test('one after the other: the listed edges, and what follows from each', async () => {
  await assert(
    asyncProperty(array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const reference = await newDebt()
      const before = await balanceOf(db(), model.loyaltyCode ?? '')
      const foreseen = foresee()
      const ids: string[] = []
      const seen: string[] = []
      const expected: string[] = []
      for (const one of steps) {
        if (one.kind === 'open') {
          const id = await makeAttempt(reference)
          if (id !== null && !ids.includes(id)) ids.push(id)
          const found = id === null ? null : await attemptById(db(), id)
          const open = found?.state === 'CREATED' ? `attempt ${ids.indexOf(found.id)}` : null
          seen.push(found === null ? 'not owed' : (open ?? 'being confirmed'))
          expected.push(foreseen.open())
        } else if (ids.length > 0) {
          const which = one.of % ids.length
          seen.push((await tellSettled(ids[which] ?? '', one.to)).result)
          expected.push(foreseen.news(which, one.to))
        }
      }
      expect(seen).toEqual(expected)
      const states = await Promise.all(ids.map(async (id) => (await attemptById(db(), id)).state))
      expect(states).toEqual(foreseen.states)
      const [row] = await db().select().from(debt).where(eq(debt.reference, reference))
      expect(row?.state).toBe(foreseen.paid() ? 'PAID' : 'PENDING')
      const points = (await balanceOf(db(), model.loyaltyCode ?? '')) - before
      expect(points).toBe(foreseen.paid() ? POINTS : 0)
    }),
    { numRuns: 60 },
  )
  expect(await kept()).toEqual([])
})

test('at once, on two pools: no order of things breaks a promise', async () => {
  await assert(
    asyncProperty(array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const reference = await newDebt()
      const ids = [await makeAttempt(reference)]
      await tellSettled(ids[0] ?? '', 'EXPIRED')
      ids.push(await makeAttempt(reference))
      await Promise.all(
        steps.map(async (one, place) => {
          if (one.kind === 'open') await makeAttempt(reference, place)
          else await tellSettled(ids[one.of % ids.length] ?? '', one.to, place)
        }),
      )
    }),
    { numRuns: 30 },
  )
  expect(await kept()).toEqual([])
})

test('twenty that settle the same charge at once post it once', async () => {
  const reference = await newDebt()
  const id = (await makeAttempt(reference)) ?? ''
  const before = await balanceOf(db(), model.loyaltyCode ?? '')
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, place) => tellSettled(id, 'PAID', place)),
  )
  expect(results.filter(({ result }) => result === 'moved')).toHaveLength(1)
  expect(results.filter(({ result }) => result === 'already')).toHaveLength(19)
  expect(await balanceOf(db(), model.loyaltyCode ?? '')).toBe(before + POINTS)
  expect(await kept()).toEqual([])
})

test('a token is kept once, and an attempt that was dropped takes none', async () => {
  const reference = await newDebt()
  const id = (await makeAttempt(reference)) ?? ''
  const other = { accessToken: 'another', tokenExpiresAt: now, lookAt }
  expect(await storeToken(db(), id, other)).toBe(id)
  expect(await expireWithoutToken(db(), id, now)).toBe(false)
  await tellSettled(id, 'EXPIRED')
  expect(await storeToken(db(), id, other)).toBeNull()
})
