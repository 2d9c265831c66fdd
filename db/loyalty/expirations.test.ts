import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { notifications } from '#contract/user/notifications.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { processExpirations } from '#db/loyalty/expirations.ts'
import { balanceOf, type Posting, post } from '#db/loyalty/pointsLedger.ts'
import { spendPoints } from '#testing/fixtures/spendPoints.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'

const UBER = '60000002'
/** Noon of a day in Montevideo. */
const noon = (day: string) => new Date(`${day}T12:00:00-03:00`)

const server = testServerForEachTest()
const db = () => server.context.db
const balance = () => balanceOf(db(), UBER)
const change = async (points: number, at: Date, more: Partial<Posting> = {}) => {
  if (points < 0)
    return await db().transaction((tx) =>
      spendPoints(tx, { loyaltyCode: UBER, points: -points, at }),
    )
  const id = randomUUID()
  const event = { id, event: 'redemption', eventId: id, loyaltyCode: UBER, points } as const
  await db().transaction((tx) =>
    post(tx, { ...event, concept: 'Prueba', rrn: '000000000001', at, ...more }),
  )
}
const run = (at: Date, signal?: AbortSignal) =>
  processExpirations(db(), at, {
    nextRrn: server.context.rrn,
    jobs: server.context.jobs,
    ...(signal && { signal }),
  })
const postings = async () =>
  (
    await db().execute<{ points: number; concept: string }>(sql`
      select e.points::int, concept from ledger_transaction t
      join ledger_entry e on e.transaction_id = t.id and e.seq is not null
      where event = 'expiration' order by t.at`)
  ).rows
const warnings = async () => {
  const { notifications: own } = await (await server.as('ana')).call(notifications, {})
  return own.filter(({ title }) => title === 'Tenés puntos por vencer').map(({ text }) => text)
}

beforeEach(async () => {
  // Those of the demo data that end soon.
  await server.owner.query(
    `update points_lot set expires_at = '2028-09-01' where expires_at < '2027-09-01'`,
  )
  await change(-(await balance()), noon('2026-09-07'))
  await change(30, noon('2026-09-07'), { lot: { expiresMonths: 2 } })
  await change(12, noon('2026-09-10'), { lot: { expiresMonths: 2 } })
  await change(5, noon('2026-09-10'), {})
})

describe('processExpirations', () => {
  test('L14: posts what remains of expired lots once, after their last day, also by two servers at once', async () => {
    await run(new Date('2026-11-07T23:59:59-03:00'))
    expect(await postings()).toEqual([])
    await change(-4, noon('2026-11-07'))
    const midnight = new Date('2026-11-08T00:00:00-03:00')
    await Promise.all([run(midnight), run(midnight)])
    await run(midnight)
    expect(await postings()).toEqual([{ points: -26, concept: 'Vencieron 26 puntos sin usar' }])
    // The servers were down for days.
    await run(noon('2026-12-24'))
    expect(await postings()).toMatchObject([{ points: -26 }, { points: -12 }])
    expect(await balance()).toBe(5)
    const [, own] = (await (await server.as('ana')).call(loyalties, {})).loyalties
    expect(own?.expiring).toEqual([{ date: '20280910', points: 5 }])
    const statement = await (await server.as('ana')).call(accountStatus, {
      loyaltyCode: UBER,
      dateFrom: '20261108000000',
      dateTo: '20261231235959',
    })
    expect(statement.accountStatus.pointTotals).toMatchObject({ expired: -38, other: 0 })
    expect(await checkInvariants(db())).toEqual([])
  })

  test('agrees with a redemption, a reversal and an accrual of the same moment', async () => {
    const at = noon('2026-11-08')
    const others = [change(-20, at), change(-9, at, { event: 'reversal' }), change(7, at)]
    const [expired] = await Promise.allSettled([run(at), ...others])
    expect(expired.status).toBe('fulfilled')
    await run(at)
    const left = await db().execute<{ remaining: number; late: number }>(sql`
      select sum(remaining)::int as remaining,
        (sum(remaining) filter (where expires_at <= ${at.toISOString()}::timestamptz))::int as late
      from points_lot where loyalty_code = ${UBER}`)
    expect(left.rows).toEqual([{ remaining: await balance(), late: 0 }])
    const broken = (await checkInvariants(db())).map(({ code }) => code)
    // The reversal is of no event.
    expect(broken.filter((code) => code !== 'L9')).toEqual([])
  })

  test('warns 30 and 7 days before, by day and once each, though it repeats or was down', async () => {
    await run(noon('2026-10-08'))
    expect(await warnings()).toEqual([])
    await run(new Date('2026-10-10T02:00:00-03:00'))
    expect(await warnings()).toEqual([])
    await Promise.all([run(noon('2026-10-10')), run(noon('2026-10-10'))])
    const first = 'El 07/11 te vencen 30 puntos. Aprovechalos antes en cualquier estación.'
    expect(await warnings()).toEqual([first])
    // Down until a week before the first and ten days before the second.
    await run(noon('2026-11-02'))
    await run(new Date(noon('2026-11-02').getTime() + DAY_MS / 24))
    expect(await warnings()).toHaveLength(3)
    expect((await warnings()).filter((text) => text.startsWith('El 07/11'))).toHaveLength(2)
    expect(await warnings()).toContain(
      'El 10/11 te vencen 12 puntos. Aprovechalos antes en cualquier estación.',
    )
  })

  test('ends before the next member when its signal aborts', async () => {
    await run(noon('2026-11-08'), AbortSignal.abort())
    expect(await postings()).toEqual([])
  })

  test('warns nobody whose loyalty ended, and expires its points all the same', async () => {
    await db().execute(
      sql`update loyalty set ended_at = ${noon('2026-09-11').toISOString()} where code = ${UBER}`,
    )
    await run(noon('2026-10-12'))
    expect(await warnings()).toEqual([])
    await run(noon('2026-11-12'))
    expect(await postings()).toMatchObject([{ points: -42 }])
  })
})
