import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { notifications } from '#contract/user/notifications.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { type TestServer, startTestServer, type Person } from '#testing/testServer.ts'

let server: TestServer
let fede: Person
let carla: Person
let diego: Person
beforeAll(async () => {
  server = await startTestServer()
  fede = await server.as('fede')
  carla = await server.as('carla')
  diego = await server.as('diego')
})
afterAll(async () => {
  const broken = (await checkInvariants(server.context.db)).filter(({ rows }) => rows.length > 0)
  await server.close()
  if (broken.length > 0) throw new Error(`promises broken: ${JSON.stringify(broken)}`)
})
/** Fede starts from nothing: he withdraws or leaves whatever a test left him in. */
beforeEach(async () => {
  for (const { reference } of (await fede.call(membershipRequestList, { state: 'PENDING' }))
    .membershipRequests)
    await fede.call(removeMembership, { loyaltyCode: reference })
  for (const { loyaltyCode } of (await fede.call(loyalties, {})).loyalties)
    await fede.call(removeMembership, { loyaltyCode })
})

async function asks(programme: string, more: object = {}): Promise<string> {
  const { reference, responseHeader } = await fede.call(membershipRequest, {
    request: { programme, vehicle: { mark: 'fiat', plate: 'HBC4521', fuel: 'super' }, ...more },
  })
  expect(responseHeader.responseDescription).toBe('AUTORIZADO')
  return reference
}
const says = async (
  who: Person,
  reference: string,
  authorized: boolean | 'true' | 'false',
  more: object = {},
) => (await who.call(validateMembershipRequest, { reference, authorized, ...more })).responseHeader
const stateOf = async (reference: string) =>
  (await fede.call(membershipRequestList, { reference })).membershipRequests[0]
const toldOf = async (reference: string) => {
  const { rows } = await server.context.db.execute<{ title: string; text: string }>(
    sql`select title, text from notification where event like ${`membershipRequest:${reference}:%`} order by at, title`,
  )
  return rows
}
const audited = async (reference: string) => {
  const { rows } = await server.context.db.execute<{ line: string }>(sql`
    select split_part(p.email, '@', 1) || ' ' || a.action || ' ' || (a.detail ->> 'from') || ' > ' || (a.detail ->> 'to') as line
    from audit a join person p on p.id = a.actor_id where a.subject = ${reference} order by a.seq`)
  return rows.map(({ line }) => line)
}
const DONE = { responseCode: '00' }
const over = {
  responseCode: '05',
  responseDescription: 'Esta solicitud ya no espera tu decisión.',
}

test('carla and then diego authorise fede, who is told twice and becomes a member', async () => {
  const account = { accountBank: 'Brou', accountBankType: 'CC', accountBankNumber: '1234567' }
  const reference = await asks('uber', account)
  expect(await says(carla, reference, true, { observations: 'Buen viaje.' })).toMatchObject(DONE)
  expect(await stateOf(reference)).toMatchObject({
    state: 'STATE_UBER_AUTHORIZED',
    observations: 'Buen viaje.',
    sponsorDatetime: '20260907120000',
    networkDatetime: '',
  })
  expect((await fede.call(loyalties, {})).loyalties).toEqual([])
  expect(await says(diego, reference, 'true', { additionalData: null })).toMatchObject(DONE)
  const { loyalties: held } = await fede.call(loyalties, {})
  expect(held).toEqual([
    {
      loyaltyCode: expect.stringMatching(/^\d{12}$/),
      programme: 'uber',
      programmeName: 'Surtidor Uber',
      holder: 'Federico Cabrera',
      points: 0,
      since: '20260907120000',
      clientRUT: '',
      clientCardNumber: `88${held[0]?.loyaltyCode}`,
      vehicles: [{ vehicleId: expect.any(String), mark: 'fiat', plate: 'HBC4521', fuel: 'super' }],
      ...account,
      accountBankBranch: '',
      accountName: '',
    },
  ])
  expect(await toldOf(reference)).toEqual([
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
  expect(await audited(reference)).toEqual([
    'carla sponsorDecide PENDING > STATE_UBER_AUTHORIZED',
    'diego networkDecide STATE_UBER_AUTHORIZED > STATE_PETROBRAS_AUTHORIZED',
  ])
})

test('a no ends it, with its reason, and fede may ask again', async () => {
  const first = await asks('uber')
  expect(
    await says(carla, first, false, { observations: 'La matrícula no coincide.' }),
  ).toMatchObject(DONE)
  expect(await stateOf(first)).toMatchObject({ state: 'STATE_UBER_REJECTED' })
  expect((await toldOf(first))[0]?.text).toContain('La matrícula no coincide.')
  const second = await asks('uber')
  expect(await says(carla, second, true)).toMatchObject(DONE)
  expect(await says(diego, second, 'false')).toMatchObject(DONE)
  expect(await stateOf(second)).toMatchObject({ state: 'STATE_PETROBRAS_REJECTED' })
  expect((await fede.call(loyalties, {})).loyalties).toEqual([])
})

test('the club has no sponsor: diego decides alone, and for carla the request does not exist', async () => {
  const reference = await asks('surtidor')
  const hers = await says(carla, reference, true)
  const nobodys = await says(carla, 'SOL-NADA', true)
  expect({ ...hers, rrn: '' }).toEqual({ ...nobodys, rrn: '' })
  expect(hers.responseCode).toBe('05')
  expect(await says(diego, reference, true)).toMatchObject(DONE)
  expect((await fede.call(loyalties, {})).loyalties).toHaveLength(1)
})

test('diego does not see what carla has not passed on, and neither decides twice', async () => {
  const reference = await asks('uber')
  expect((await says(diego, reference, true)).responseDescription).toBe(
    'No encontramos lo que pediste.',
  )
  expect(await says(carla, reference, true)).toMatchObject(DONE)
  expect(await says(carla, reference, true)).toMatchObject(over)
  expect(await says(carla, reference, false)).toMatchObject(over)
  expect(await says(diego, reference, true)).toMatchObject(DONE)
  expect(await says(diego, reference, false)).toMatchObject(over)
  expect(await audited(reference)).toHaveLength(2)
  expect(await toldOf(reference)).toHaveLength(2)
})

test('nobody decides their own request: fede drives, and sponsors as well', async () => {
  const { db } = server.context
  const reference = await asks('uber')
  await db.execute(
    sql`insert into person_role select id, '3' from person where email like 'fede@%'`,
  )
  await db.execute(sql`update session set second_factor_at = created_at
    where person_id = (select id from person where email like 'fede@%')`)
  expect(await says(fede, reference, true)).toMatchObject({
    responseCode: '05',
    responseDescription: 'No podés decidir sobre tu propia solicitud.',
  })
  expect(await audited(reference)).toEqual([])
  // The role is gone with the next call.
  await db.execute(sql`delete from person_role where role_code = '3' and person_id =
    (select id from person where email like 'fede@%')`)
  expect((await says(fede, reference, true)).responseDescription).toBe(
    'Tu usuario no tiene permiso para hacer esto.',
  )
  expect((await stateOf(reference))?.state).toBe('PENDING')
})

test('carla without her second factor decides nothing', async () => {
  const reference = await asks('uber')
  const plain = await server.as('carla')
  await server.context.db.execute(sql`update session set second_factor_at = null
    where token_hash = sha256(${plain.token}::text::bytea)`)
  expect(await says(plain, reference, true)).toMatchObject({
    responseCode: '05',
    responseDescription: 'Para decidir tenés que ingresar con tu segundo factor.',
  })
  expect((await stateOf(reference))?.state).toBe('PENDING')
})

test('a repeat whose first answer was lost in a crash is the same yes; another call is not', async () => {
  const reference = await asks('uber')
  const header = { auditNumber: 'crash-2' }
  const yes = { reference, authorized: true }
  expect(
    (await carla.call(validateMembershipRequest, yes, { header })).responseHeader,
  ).toMatchObject(DONE)
  await server.context.db.execute(
    sql`update idempotent_request set answer = null where audit_number = 'crash-2'`,
  )
  expect(
    (await carla.call(validateMembershipRequest, yes, { header })).responseHeader,
  ).toMatchObject(DONE)
  expect(await audited(reference)).toHaveLength(1)
  expect(await says(carla, reference, true)).toMatchObject(over)
})

test('a card that another member goes by is nobody else’s', async () => {
  const ana = await server.as('ana')
  const card = (await ana.call(loyalties, {})).loyalties[0]?.clientCardNumber
  const reference = await asks('surtidor', { clientCardNumber: card })
  expect(await says(diego, reference, true)).toMatchObject({
    responseCode: '05',
    responseDescription: 'La tarjeta de esta solicitud ya es de otra afiliación.',
  })
  expect((await stateOf(reference))?.state).toBe('PENDING')
  expect(await says(diego, reference, false)).toMatchObject(DONE)
})

test.each([
  ['no reference', { authorized: true }, 'Elegí una solicitud.'],
  ['no decision', { reference: 'SOL-1' }, 'Decí si la autorizás o no.'],
  [
    'a word for a decision',
    { reference: 'SOL-1', authorized: 'quizás' },
    'Decí si la autorizás o no.',
  ],
  [
    'additional data',
    { reference: 'SOL-1', authorized: true, additionalData: {} },
    'Este llamado no lleva datos adicionales: van en null.',
  ],
])('%s is refused with a sentence', async (_what, fields, sentence) => {
  const answer = await carla.call(validateMembershipRequest, fields as never)
  expect(answer.responseHeader).toMatchObject({ responseCode: '05', responseDescription: sentence })
})
