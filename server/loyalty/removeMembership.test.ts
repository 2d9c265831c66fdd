import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { movements } from '#contract/financial/movements.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { releaseAll } from '#db/loyalty/redemptions.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness/testServer.ts'

let server: TestServer
let ana: Person
let fede: Person
let club: Loyalty
const setUp = async () => {
  server = await startTestServer()
  ana = await server.as('ana')
  fede = await server.as('fede')
  club = await current()
}
const tearDown = async () => {
  const broken = await checkInvariants(server.context.db)
  await server.close()
  if (broken.length > 0) throw new Error(`invariants violated: ${JSON.stringify(broken)}`)
}

async function current(): Promise<Loyalty> {
  const [first] = (await ana.call(loyalties, {})).loyalties
  if (!first) throw new Error('ana has no loyalty')
  return first
}
const remove = async (who: Person, loyaltyCode: string, more: object = {}) =>
  (await who.call(removeMembership, { loyaltyCode, ...more })).responseHeader
const auditEntriesOf = async (subject: string) =>
  (
    await server.context.db.execute<{ detail: object }>(
      sql`select detail from audit where subject = ${subject} and action = 'removeMembership' order by seq`,
    )
  ).rows.map(({ detail }) => detail)

describe('removeMembership', () => {
  beforeEach(setUp)
  afterEach(tearDown)

  test('refuses a malformed vehicle, and a vehicle of another loyalty of the same user', async () => {
    const other = (await ana.call(loyalties, {})).loyalties[1]?.vehicles[0]?.vehicleId
    for (const vehicleId of ['no-es-de-nadie', other])
      expect((await remove(ana, club.loyaltyCode, { vehicleId })).responseCode).toBe('05')
    expect(await current()).toEqual(club)
  })

  test('ends a loyalty whose points a payment posts meanwhile, without a deadlock', async () => {
    const { loyaltyCode } = club
    const { rows } = await server.context.db.execute(
      sql`select from redemption where loyalty_code = ${loyaltyCode} and state = 'reserved'`,
    )
    // What is reserved is given back: that needs the account.
    expect(rows).not.toEqual([])
    const payment = await createLockHolder(server)
    // Of a deadlock it would be the victim.
    await payment.lock('set local deadlock_timeout = 10')
    await payment.lock('select from ledger_account where loyalty_code = $1 for update', [
      loyaltyCode,
    ])
    const removed = remove(ana, loyaltyCode)
    await payment.waitForBlocked(1)
    // As the foreign key of a row that is inserted.
    await payment.lock('select from loyalty where code = $1 for key share', [loyaltyCode])
    await payment.release('commit')
    expect(await removed).toMatchObject({ responseCode: '00' })
  })

  test('A7: removes one of two vehicles, also when repeated, and keeps the loyalty', async () => {
    const [removed, remaining] = club.vehicles
    const vehicleId = removed?.vehicleId
    for (let times = 0; times < 3; times++)
      expect(
        await remove(ana, club.loyaltyCode, { vehicleId, observations: 'Lo vendí.' }),
      ).toMatchObject({ responseCode: '00' })
    expect((await current()).vehicles).toEqual([remaining])
    expect(await auditEntriesOf(club.loyaltyCode)).toEqual([{ vehicle: vehicleId }])
    const { rows } = await server.context.db.execute(
      sql`select removed_at from vehicle where id = ${vehicleId}`,
    )
    expect(rows[0]?.removed_at).not.toBeNull()
  })

  test('A7: removing every vehicle keeps the loyalty; ending it keeps points, purchases and requests', async () => {
    // The voucher of the demo data, whose points leaving would give back.
    const { db, now } = server.context
    await db.transaction((tx) => releaseAll(tx, [club.loyaltyCode], now()))
    club = await current()
    const points = await balanceOf(server.context.db, club.loyaltyCode)
    expect(points).toBeGreaterThan(0)
    const [first, last] = club.vehicles
    for (const [vehicle, observations] of [
      [first, 'Lo vendí.'],
      [last, 'Lo vendí también.'],
    ] as const)
      expect(
        await ana.call(removeMembership, {
          loyaltyCode: club.loyaltyCode,
          vehicleId: vehicle?.vehicleId,
          observations,
        }),
      ).toMatchObject({
        responseHeader: { responseCode: '00' },
        retainedPoints: 0,
        retainedUntil: '',
      })
    expect(await current()).toEqual({ ...club, vehicles: [] })
    for (let times = 0; times < 3; times++)
      expect(
        await ana.call(removeMembership, {
          loyaltyCode: club.loyaltyCode,
          observations: 'Ya no manejo.',
        }),
      ).toMatchObject({
        responseHeader: { responseCode: '00' },
        retainedPoints: points,
        retainedUntil: '20270907',
      })
    expect((await ana.call(loyalties, {})).loyalties.map(({ programme }) => programme)).toEqual([
      'uber',
    ])
    expect(await balanceOf(server.context.db, club.loyaltyCode)).toBe(points)
    const period = { dateFrom: '20240101000000', dateTo: '20270101235959' }
    const bought = await ana.call(movements, { loyaltyCode: club.loyaltyCode, ...period })
    expect(bought.movements.length).toBeGreaterThan(50)
    expect(await auditEntriesOf(club.loyaltyCode)).toEqual([
      { vehicle: first?.vehicleId },
      { vehicle: last?.vehicleId },
      { ended: true },
    ])
    const { membershipRequests } = await ana.call(membershipRequestList, {
      state: 'STATE_PETROBRAS_AUTHORIZED',
    })
    // The texts of all removals are stored.
    expect(membershipRequests).toContainEqual(
      expect.objectContaining({
        observations: 'Ya no manejo.',
        leavingObservations: 'Lo vendí.\nLo vendí también.\nYa no manejo.',
      }),
    )
  })

  test('allows a new request and loyalty after the end of the old one', async () => {
    await remove(ana, club.loyaltyCode)
    const { reference } = await ana.call(membershipRequest, {
      request: {
        programme: 'surtidor',
        vehicle: { mark: 'fiat', plate: 'SBE4321', fuel: 'gasoil' },
      },
    })
    const diego = await server.as('diego')
    const authorised = await diego.call(validateMembershipRequest, { reference, authorized: true })
    expect(authorised.responseHeader.responseCode).toBe('00')
    const { loyalties: current } = await ana.call(loyalties, {})
    expect(current.map(({ programme, points }) => [programme, points > 0])).toEqual([
      ['uber', true],
      // The points that were kept.
      ['surtidor', true],
    ])
    // A repeat on the old loyalty changes neither of the two.
    expect(await remove(ana, club.loyaltyCode)).toMatchObject({ responseCode: '00' })
    expect((await ana.call(loyalties, {})).loyalties).toEqual(current)
  })

  test('withdraws a pending request of the caller by its reference, also when repeated', async () => {
    const { reference } = await fede.call(membershipRequest, {
      request: { programme: 'uber', vehicle: { mark: 'fiat', plate: 'HBC4521', fuel: 'super' } },
    })
    const refused = await remove(ana, reference)
    const unknown = await remove(ana, 'SOL-NADA')
    expect({ ...refused, rrn: '' }).toEqual({ ...unknown, rrn: '' })
    expect((await remove(fede, reference, { vehicleId: 'x' })).responseCode).toBe('05')
    for (let times = 0; times < 3; times++)
      expect(await remove(fede, reference, { observations: 'Me arrepentí.' })).toMatchObject({
        responseCode: '00',
      })
    const { membershipRequests } = await fede.call(membershipRequestList, {})
    expect(membershipRequests).toMatchObject([{ state: 'VOIDED', observations: 'Me arrepentí.' }])
  })

  test('refuses to withdraw a request that the sponsor has authorised', async () => {
    const { reference } = await fede.call(membershipRequest, {
      request: { programme: 'uber', vehicle: { mark: 'fiat', plate: 'HBC4521', fuel: 'super' } },
    })
    const carla = await server.as('carla')
    await carla.call(validateMembershipRequest, { reference, authorized: true })
    expect(await remove(fede, reference)).toMatchObject({
      responseCode: '05',
      responseDescription: 'Esta solicitud ya no se puede retirar.',
    })
  })

  test('twenty concurrent repeats leave one audit entry', async () => {
    const current = (await ana.call(loyalties, {})).loyalties
    const ride = current.find(({ programme }) => programme === 'uber')
    const code = ride?.loyaltyCode ?? ''
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        remove(ana, code, { vehicleId: ride?.vehicles[0]?.vehicleId }),
      ),
    )
    expect(answers.every(({ responseCode }) => responseCode === '00')).toBe(true)
    expect(await auditEntriesOf(code)).toEqual([{ vehicle: ride?.vehicles[0]?.vehicleId }])
  })
})
