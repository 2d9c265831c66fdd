import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, fromStamp } from '#contract/dates.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { deleteAccount } from '#contract/user/deleteAccount.ts'
import { notifications } from '#contract/user/notifications.ts'
import { balanceOf, post } from '#db/loyalty/pointsLedger.ts'
import { releaseAll } from '#db/loyalty/redemptions.ts'
import { processRetainedPoints } from '#db/loyalty/retainedPoints.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import { spendPoints } from '#testing/fixtures/spendPoints.ts'
import { PASSWORD, type Person, testServerForEachTest } from '#testing/harness/testServer.ts'

const CLUB = '60000001'
const server = testServerForEachTest({ checked: true })
let ana: Person
let points: number
beforeEach(async () => {
  ana = await server.as('ana')
  // The voucher of the demo data, whose points leaving would give back.
  await db().transaction((tx) => releaseAll(tx, [CLUB], server.context.now()))
  points = await balanceOf(db(), CLUB)
})

const db = () => server.context.db
const leave = (who = ana, loyaltyCode = CLUB) => who.call(removeMembership, { loyaltyCode })
/** Moves the clock to a stamp in Montevideo; sessions of before may have expired. */
function waitUntil(stamp: string): void {
  const instant = fromStamp(stamp) ?? new Date(Number.NaN)
  server.wait(instant.getTime() - server.context.now().getTime())
}
async function request(who: Person, programme = 'surtidor'): Promise<string> {
  const { reference } = await who.call(membershipRequest, {
    request: { programme, vehicle: { mark: 'fiat', plate: 'SBE4321', fuel: 'gasoil' } },
  })
  return reference
}
const authorise = async (reference: string, who?: Person) =>
  (
    await (who ?? (await server.as('diego'))).call(validateMembershipRequest, {
      reference,
      authorized: true,
    })
  ).responseHeader.responseCode
async function rejoin(): Promise<void> {
  const reference = await request(await server.as('ana'))
  expect(await authorise(reference)).toBe('00')
}
/** The loyalty in force in the club. */
async function club(who?: Person) {
  const { loyalties: list } = await (who ?? (await server.as('ana'))).call(loyalties, {})
  return list.find(({ programme }) => programme === 'surtidor')
}
const settle = () =>
  processRetainedPoints(db(), server.context.now(), server.context.rrn, server.context)
const postings = async (event: string) =>
  (
    await db().execute<{ event_id: string }>(
      sql`select event_id from ledger_transaction where event = ${event} order by at, event_id`,
    )
  ).rows.map(({ event_id }) => event_id)
/** Changes the points of a loyalty, as an event at a station does. */
const change = (loyaltyCode: string, amount: number) =>
  db().transaction(async (tx) => {
    const of = { loyaltyCode, points: Math.abs(amount), at: server.context.now() }
    if (amount < 0) return await spendPoints(tx, of)
    const event = { id: randomUUID(), event: 'redemption', eventId: randomUUID() } as const
    await post(tx, { ...event, ...of, concept: 'Prueba', rrn: '000000000001' })
  })

describe('retained points (L11)', () => {
  test('the points are answered with their last day, and given back once on joining the programme again', async () => {
    expect(await leave()).toMatchObject({ retainedPoints: points, retainedUntil: '20270907' })
    const { programmes } = await ana.call(membershipRequestList, {})
    expect(programmes).toMatchObject([
      { code: 'surtidor', retainedPoints: points, retainedUntil: '20270907' },
      { code: 'uber', retainedPoints: 0, retainedUntil: '' },
    ])
    const fede = await server.as('fede')
    expect((await fede.call(membershipRequestList, {})).programmes[0]?.retainedPoints).toBe(0)

    const reference = await request(ana)
    const diego = await server.as('diego')
    await diego.call(validateMembershipRequest, { reference, authorized: true })
    expect((await club())?.points).toBe(points)
    expect(await balanceOf(db(), CLUB)).toBe(0)
    expect(await postings('transfer')).toHaveLength(1)
    const received = await ana.call(notifications, {})
    expect(received.notifications[0]?.text).toContain(
      `Te devolvimos los ${new Intl.NumberFormat('es-UY').format(points)} puntos que te guardamos.`,
    )
    // A repeat of the first leaving has nothing to tell any more.
    expect(await leave()).toMatchObject({ retainedPoints: 0, retainedUntil: '' })
    expect((await ana.call(membershipRequestList, {})).programmes[0]?.retainedPoints).toBe(0)
  })

  test('the job ends before the next loyalty when its signal aborts', async () => {
    await leave()
    waitUntil('20270908000000')
    const { context } = server
    const more = { jobs: context.jobs, signal: AbortSignal.abort() }
    await processRetainedPoints(db(), context.now(), context.rrn, more)
    expect(await postings('expiry')).toEqual([])
    await settle()
    expect(await postings('expiry')).toHaveLength(1)
  })

  test('the points do not go to another programme or another person', async () => {
    await leave()
    const fede = await server.as('fede')
    expect(await authorise(await request(fede))).toBe('00')
    expect((await club(fede))?.points).toBe(0)
    expect(await balanceOf(db(), CLUB)).toBe(points)
  })

  test('the points are given back on the last second of the last day in Montevideo', async () => {
    await leave()
    waitUntil('20270907235959')
    await settle()
    await rejoin()
    expect((await club())?.points).toBe(points)
    expect(await postings('expiry')).toEqual([])
  })

  test('the points are not given back a second later, and expire with one posting and one notification', async () => {
    await leave()
    waitUntil('20270908000000')
    await rejoin()
    expect((await club())?.points).toBe(0)
    await settle()
    await settle()
    expect(await balanceOf(db(), CLUB)).toBe(0)
    expect(await postings('expiry')).toHaveLength(1)
    expect(await postings('transfer')).toEqual([])
    const received = await (await server.as('ana')).call(notifications, {})
    const expired = received.notifications.filter(({ title }) => title.startsWith('Vencieron'))
    expect(expired).toHaveLength(1)
  })

  test('the points of several loyalties in a row move along, and the answer counts them once', async () => {
    await leave()
    await rejoin()
    const second = (await club())?.loyaltyCode ?? ''
    await change(second, 7)
    server.wait(DAY_MS)
    expect(await leave(await server.as('ana'), second)).toMatchObject({
      retainedPoints: points + 7,
      retainedUntil: '20270908',
    })
    await rejoin()
    expect((await club())?.points).toBe(points + 7)
  })

  test('points that arrive after the others were given back follow them', async () => {
    await leave()
    await rejoin()
    await change(CLUB, 48)
    await settle()
    await settle()
    expect((await club())?.points).toBe(points + 48)
    expect(await balanceOf(db(), CLUB)).toBe(0)
    expect(await postings('transfer')).toHaveLength(2)
  })

  test('the points of a deleted account expire after 12 months without a notification', async () => {
    await leave()
    await ana.call(deleteAccount, { password: PASSWORD })
    await settle()
    expect(await balanceOf(db(), CLUB)).toBe(points)
    waitUntil('20270908000000')
    await settle()
    expect(await balanceOf(db(), CLUB)).toBe(0)
    const { rows } = await db().execute(
      sql`select from notification where title like 'Vencieron los puntos%'`,
    )
    expect(rows).toEqual([])
  })
})

describe('concurrent changes of retained points', () => {
  test('ten authorisations at once give the points back once', async () => {
    await leave()
    const reference = await request(ana)
    const diego = await server.as('diego')
    const codes = await Promise.all(Array.from({ length: 10 }, () => authorise(reference, diego)))
    expect(codes.filter((code) => code === '00')).toHaveLength(1)
    expect((await club())?.points).toBe(points)
    expect(await postings('transfer')).toHaveLength(1)
  })

  test('ten requests to join again at once make one loyalty with the points', async () => {
    await leave()
    const references = await Promise.all(Array.from({ length: 10 }, () => request(ana)))
    const diego = await server.as('diego')
    const created = references.filter(Boolean)
    expect(created).toHaveLength(1)
    await Promise.all(created.map((reference) => authorise(reference, diego)))
    expect((await club())?.points).toBe(points)
  })

  test('points that arrive while the loyalty ends or is followed are not lost', async () => {
    const arrivals = () => Promise.all(Array.from({ length: 10 }, () => change(CLUB, 5)))
    await Promise.all([leave(), arrivals()])
    const reference = await request(ana)
    await Promise.all([authorise(reference), arrivals()])
    await Promise.all([settle(), settle()])
    expect((await club())?.points).toBe(points + 100)
    expect(await balanceOf(db(), CLUB)).toBe(0)
  })

  test('points of an event that comes first are given back, too', async () => {
    await leave()
    const reference = await request(ana)
    const diego = await server.as('diego')
    const holder = await createLockHolder(server)
    await holder.lock('select from ledger_account where loyalty_code = $1 for update', [CLUB])
    const changed = change(CLUB, 48)
    await holder.waitForBlocked(1)
    const authorised = authorise(reference, diego)
    await holder.waitForBlocked(2)
    await holder.release('commit')
    await changed
    expect(await authorised).toBe('00')
    expect((await club())?.points).toBe(points + 48)
  })

  test.for([1, 2, 3, 4])(
    'the points either expire or are given back, whole, at the end of the 12 months: race %i',
    async () => {
      await leave()
      waitUntil('20270907235959')
      ana = await server.as('ana')
      const reference = await request(ana)
      // The clock of the job's process is already past midnight.
      const ahead = new Date(server.context.now().getTime() + 1_000)
      const diego = await server.as('diego')
      const [code] = await Promise.all([
        authorise(reference, diego),
        ...[1, 2, 3].map(() =>
          processRetainedPoints(db(), ahead, server.context.rrn, server.context),
        ),
      ])
      expect(code).toBe('00')
      const expired = await postings('expiry')
      const given = await postings('transfer')
      expect([...expired, ...given]).toHaveLength(1)
      expect((await club())?.points).toBe(given.length === 1 ? points : 0)
      expect(await balanceOf(db(), CLUB)).toBe(0)
    },
  )

  test('twenty runs of the job in two processes expire the points once', async () => {
    await leave()
    waitUntil('20271001000000')
    const other = await server.second()
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const { context } = n % 2 === 0 ? server : other
        return processRetainedPoints(context.db, context.now(), context.rrn, context)
      }),
    )
    expect(await postings('expiry')).toHaveLength(1)
  })
})
