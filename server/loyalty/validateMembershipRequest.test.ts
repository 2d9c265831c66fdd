import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { notifications } from '#contract/user/notifications.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { type Person, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile({ checked: true })
const fede = startForFile(() => server.as('fede'))
const carla = startForFile(() => server.as('carla'))
const diego = startForFile(() => server.as('diego'))
/** Each test starts with fede without requests and loyalties. */
beforeEach(async () => {
  for (const { reference } of (await fede.call(membershipRequestList, { state: 'PENDING' }))
    .membershipRequests)
    await fede.call(removeMembership, { loyaltyCode: reference })
  for (const { loyaltyCode } of (await fede.call(loyalties, {})).loyalties)
    await fede.call(removeMembership, { loyaltyCode })
})

async function request(programme: string, more: object = {}): Promise<string> {
  const { reference, responseHeader } = await fede.call(membershipRequest, {
    request: { programme, vehicle: { mark: 'fiat', plate: 'HBC4521', fuel: 'super' }, ...more },
  })
  expect(responseHeader.responseDescription).toBe('AUTORIZADO')
  return reference
}
const decide = async (
  who: Person,
  reference: string,
  authorized: boolean | 'true' | 'false',
  more: object = {},
) => (await who.call(validateMembershipRequest, { reference, authorized, ...more })).responseHeader
const stateOf = async (reference: string) =>
  (await fede.call(membershipRequestList, { reference })).membershipRequests[0]
const notificationsOf = async (reference: string) => {
  const { rows } = await server.context.db.execute<{ title: string; text: string }>(
    sql`select title, text from notification where event like ${`membershipRequest:${reference}:%`} order by at, title`,
  )
  return rows
}
const auditEntriesOf = async (reference: string) => {
  const { rows } = await server.context.db.execute<{ entry: string }>(sql`
    select split_part(p.email, '@', 1) || ' ' || a.action || ' ' || (a.detail ->> 'from') || ' > ' || (a.detail ->> 'to') as entry
    from audit a join person p on p.id = a.actor_id where a.subject = ${reference} order by a.seq`)
  return rows.map(({ entry }) => entry)
}
const DONE = { responseCode: '00' }
const NOT_PENDING = {
  responseCode: '05',
  responseDescription: 'Esta solicitud ya no espera tu decisión.',
}

describe('validateMembershipRequest', () => {
  test('the authorisations of sponsor and network create the loyalty and two notifications', async () => {
    const account = { accountBank: 'Brou', accountBankType: 'CC', accountBankNumber: '1234567' }
    const reference = await request('uber', account)
    expect(await decide(carla, reference, true, { observations: 'Buen viaje.' })).toMatchObject(
      DONE,
    )
    expect(await stateOf(reference)).toMatchObject({
      state: 'STATE_UBER_AUTHORIZED',
      observations: 'Buen viaje.',
      sponsorDatetime: '20260907120000',
      networkDatetime: '',
    })
    expect((await fede.call(loyalties, {})).loyalties).toEqual([])
    expect(await decide(diego, reference, 'true', { additionalData: null })).toMatchObject(DONE)
    const { loyalties: current } = await fede.call(loyalties, {})
    expect(current).toEqual([
      {
        loyaltyCode: expect.stringMatching(/^\d{12}$/),
        programme: 'uber',
        programmeName: 'Surtidor Uber',
        holder: 'Federico Cabrera',
        points: 0,
        spendablePoints: 0,
        pendingPoints: 0,
        pendingUntil: '',
        expiring: [],
        shortfall: 0,
        since: '20260907120000',
        clientRUT: '',
        clientCardNumber: expect.stringMatching(/^88\d{12}$/),
        vehicles: [
          { vehicleId: expect.any(String), mark: 'fiat', plate: 'HBC4521', fuel: 'super' },
        ],
        ...account,
        accountBankBranch: '',
        accountName: '',
      },
    ])
    expect(await notificationsOf(reference)).toEqual([
      {
        title: 'Tu afiliación está lista',
        text: 'Ya sos parte de Surtidor Uber: sumás puntos desde tu próxima carga.',
      },
      {
        title: 'Tu auspiciante autorizó tu solicitud',
        text: 'Ahora la red revisa tu ingreso a Surtidor Uber. Te avisamos apenas decida. Te dejaron dicho: Buen viaje.',
      },
    ])
    expect((await fede.call(notifications, {})).notifications[0]?.url).toBe('/#/listLoyalty')
    expect(await auditEntriesOf(reference)).toEqual([
      'carla sponsorDecide PENDING > STATE_UBER_AUTHORIZED',
      'diego networkDecide STATE_UBER_AUTHORIZED > STATE_PETROBRAS_AUTHORIZED',
    ])
  })

  test('a rejection ends the request with its reason, and a new request is allowed', async () => {
    const first = await request('uber')
    expect(
      await decide(carla, first, false, { observations: 'La matrícula no coincide.' }),
    ).toMatchObject(DONE)
    expect(await stateOf(first)).toMatchObject({ state: 'STATE_UBER_REJECTED' })
    expect((await notificationsOf(first))[0]?.text).toContain('La matrícula no coincide.')
    const second = await request('uber')
    expect(await decide(carla, second, true)).toMatchObject(DONE)
    expect(await decide(diego, second, 'false')).toMatchObject(DONE)
    expect(await stateOf(second)).toMatchObject({ state: 'STATE_PETROBRAS_REJECTED' })
    expect((await fede.call(loyalties, {})).loyalties).toEqual([])
  })

  test('the network decides alone without a sponsor, and the request is not visible to the sponsor', async () => {
    const reference = await request('surtidor')
    const refused = await decide(carla, reference, true)
    const unknown = await decide(carla, 'SOL-NADA', true)
    expect({ ...refused, rrn: '' }).toEqual({ ...unknown, rrn: '' })
    expect(refused.responseCode).toBe('05')
    expect(await decide(diego, reference, true)).toMatchObject(DONE)
    expect((await fede.call(loyalties, {})).loyalties).toHaveLength(1)
  })

  test('the network decides only after the sponsor, and each decides once', async () => {
    const reference = await request('uber')
    expect((await decide(diego, reference, true)).responseDescription).toBe(
      'No encontramos lo que pediste.',
    )
    expect(await decide(carla, reference, true)).toMatchObject(DONE)
    expect(await decide(carla, reference, true)).toMatchObject(NOT_PENDING)
    expect(await decide(carla, reference, false)).toMatchObject(NOT_PENDING)
    expect(await decide(diego, reference, true)).toMatchObject(DONE)
    expect(await decide(diego, reference, false)).toMatchObject(NOT_PENDING)
    expect(await auditEntriesOf(reference)).toHaveLength(2)
    expect(await notificationsOf(reference)).toHaveLength(2)
  })

  test('A2: a decision on the own request is refused', async () => {
    const { db } = server.context
    const reference = await request('uber')
    await db.execute(
      sql`insert into person_role select id, '3' from person where email like 'fede@%'`,
    )
    const operator = await server.as('fede')
    await db.execute(sql`update session set second_factor_at = created_at
    where person_id = (select id from person where email like 'fede@%')`)
    expect(await decide(operator, reference, true)).toMatchObject({
      responseCode: '05',
      responseDescription: 'No podés decidir sobre tu propia solicitud.',
    })
    expect(await auditEntriesOf(reference)).toEqual([])
    // S7: the removed role no longer applies to the next call.
    await db.execute(sql`delete from person_role where role_code = '3' and person_id =
    (select id from person where email like 'fede@%')`)
    expect((await decide(operator, reference, true)).responseDescription).toBe(
      'Tu usuario no tiene permiso para hacer esto.',
    )
    expect((await stateOf(reference))?.state).toBe('PENDING')
  })

  test.each([
    ['no reference', { authorized: true }, 'Elegí una solicitud.'],
    ['no decision', { reference: 'SOL-1' }, 'Decí si la autorizás o no.'],
    [
      'an unknown decision',
      { reference: 'SOL-1', authorized: 'quizás' },
      'Decí si la autorizás o no.',
    ],
    [
      'additional data',
      { reference: 'SOL-1', authorized: true, additionalData: {} },
      'Este llamado no lleva datos adicionales: van en null.',
    ],
  ])('rejects %s with a sentence', async (_name, fields, sentence) => {
    const answer = await carla.call(validateMembershipRequest, fields as never)
    expect(answer.responseHeader).toMatchObject({
      responseCode: '05',
      responseDescription: sentence,
    })
  })
})
