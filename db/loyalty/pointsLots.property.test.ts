import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { processExpirations } from '#db/loyalty/expirations.ts'
import { loyaltiesOf } from '#db/loyalty/loyalties.ts'
import { balanceOf, postAccruals, takeBack } from '#db/loyalty/pointsLedger.ts'
import { spendPoints } from '#testing/fixtures/spendPoints.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const CODE = '60000002'
const server = testServerForFile()
const line = { loyaltyCode: CODE, concept: 'Prueba', rrn: '000000000001' }

const act = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('accrue' as const),
      given: fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 3 }),
      pendingDays: fc.nat(3),
      expiresMonths: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('reverse' as const),
      which: fc.nat(1000),
      part: fc.integer({ min: 1, max: 50 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('redeem' as const),
      points: fc.integer({ min: 1, max: 80 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
)
type Act = typeof act extends fc.Arbitrary<infer Of> ? Of : never

/** A lot, with the days (counted from 1970) from which it can be spent and has expired. */
interface Lot {
  id: string
  remaining: number
  spendableDay: number
  expiredDay: number
}

/** The loyalty as it has to be: days instead of instants, and no SQL. */
class Model {
  lots: Lot[] = []
  /** What each accrual gave and was not reversed. */
  accruals: { id: string; left: number }[] = []
  shortfall = 0
  /** Noon of a day in Montevideo. */
  now = new Date('2026-09-07T12:00:00-03:00')

  get day() {
    return Math.floor((this.now.getTime() - 3 * 3_600_000) / DAY_MS)
  }
  get balance() {
    return this.lots.reduce((sum, { remaining }) => sum + remaining, 0)
  }
  get pending() {
    const pending = this.lots.filter(({ spendableDay }) => spendableDay > this.day)
    return pending.reduce((sum, { remaining }) => sum + remaining, 0)
  }

  give(id: string, points: number, pendingDays: number, months: number) {
    const today = new Date(this.day * DAY_MS)
    const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() + months]
    const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
    const expires = Date.UTC(year, month, Math.min(today.getUTCDate(), last)) / DAY_MS
    const spendableDay = this.day + (pendingDays && pendingDays + 1)
    this.lots.push({ id, remaining: points, spendableDay, expiredDay: expires + 1 })
    this.accruals.push({ id, left: points })
  }

  take(points: number, from: Lot[], own = '') {
    const rank = (lot: Lot) => [lot.id === own ? 0 : 1, lot.spendableDay > this.day ? 0 : 1]
    const order = from.toSorted((a, b) => {
      const [[ownA = 0, pendingA = 0], [ownB = 0, pendingB = 0]] = [rank(a), rank(b)]
      return (
        ownA - ownB || pendingA - pendingB || a.expiredDay - b.expiredDay || (a.id < b.id ? -1 : 1)
      )
    })
    let rest = points
    for (const lot of order) {
      const part = Math.min(rest, lot.remaining)
      lot.remaining -= part
      rest -= part
    }
    return points - rest
  }

  setOff(own: string) {
    this.shortfall -= this.take(Math.min(this.shortfall, this.balance), this.lots, own)
  }
}

const model = new Model()

async function play(one: Act): Promise<void> {
  const { db } = server.context
  const at = model.now
  switch (one.do) {
    case 'accrue': {
      const { pendingDays, expiresMonths } = one
      const given = one.given.map((points) => ({ id: randomUUID(), points }))
      const lot = { pendingDays, expiresMonths }
      const events = given.map(({ id, points }) => ({
        ...line,
        id,
        event: 'redemption' as const,
        eventId: id,
        points,
        lot,
        at,
      }))
      await db.transaction((tx) => postAccruals(tx, events))
      for (const { id, points } of given) model.give(id, points, pendingDays, expiresMonths)
      model.setOff(given.at(-1)?.id ?? '')
      return
    }
    case 'reverse': {
      const of = model.accruals[one.which % Math.max(1, model.accruals.length)]
      const points = Math.min(one.part, of?.left ?? 0)
      if (!of || points === 0) return
      const eventId = `${randomUUID()}:${of.id}`
      await db.transaction((tx) => takeBack(tx, { ...line, eventId, points, own: of.id, at }))
      of.left -= points
      model.shortfall += points - model.take(points, model.lots, of.id)
      return
    }
    case 'redeem': {
      const spendable = model.lots.filter(({ spendableDay }) => spendableDay <= model.day)
      const isPossible = model.balance - model.pending >= one.points
      const posted = await db
        .transaction((tx) => spendPoints(tx, { loyaltyCode: CODE, points: one.points, at }))
        .then(
          () => true,
          () => false,
        )
      expect(posted).toBe(isPossible)
      if (isPossible) model.take(one.points, spendable)
      return
    }
    case 'wait':
      model.now = new Date(at.getTime() + one.days * DAY_MS)
      return
    case 'expire':
      await expireAll()
  }
}

async function expireAll(): Promise<void> {
  const { db, rrn, jobs } = server.context
  const once = () => processExpirations(db, model.now, { nextRrn: rrn, jobs })
  await Promise.all([once(), once()])
  for (const lot of model.lots) if (lot.expiredDay <= model.day) lot.remaining = 0
}

let personId = ''
beforeAll(async () => {
  const { db } = server.context
  const { rows } = await db.execute<{ id: string }>(
    `select person_id as id from loyalty where code = '${CODE}'`,
  )
  personId = rows[0]?.id ?? ''
  const points = await balanceOf(db, CODE)
  await db.transaction((tx) => spendPoints(tx, { loyaltyCode: CODE, points, at: model.now }))
})

describe('lots of points', () => {
  test('balance, pending and spendable points and shortfall are those of the model after any acts (L12, L13)', async () => {
    const { db } = server.context
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 20 }), async (acts) => {
        for (const one of acts) {
          await play(one)
          const own = (await loyaltiesOf(db, personId, model.now)).find(
            ({ loyaltyCode }) => loyaltyCode === CODE,
          )
          expect(own).toMatchObject({
            points: model.balance,
            pendingPoints: model.pending,
            spendablePoints: model.balance - model.pending,
            shortfall: model.shortfall,
          })
        }
      }),
      { numRuns: 25, endOnFailure: true },
    )
    const broken = (await checkInvariants(db)).map(({ code }) => code)
    // The reversals are of events without a sale or payment.
    expect(broken.filter((code) => code !== 'L9')).toEqual([])
  })
})
