import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { CallContract } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { GatewayReturn } from '#contract/geopay.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { takeReward } from '#contract/loyalty/takeReward.ts'
import { contact } from '#contract/user/contact.ts'
import { exportData } from '#contract/user/exportData.ts'
import { signedText } from '#testing/fixtures/gatewayMessages.ts'
import { found, OWNERSHIP_CASES, type Row } from '#testing/fixtures/ownershipCases.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { addPasskey } from '#testing/harness/passkeySteps.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { type CallResult } from '#testing/harness/testClient.ts'
import { debtOf, startPayment, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'
import type { Person } from '#testing/harness/testServer.ts'

/** Names of the fields that hold an id; every call with such a field has a row in OWNERSHIP_CASES. */
const IDS = [
  'loyaltyCode',
  'reference',
  'notificationId',
  'clientId',
  'vehicleId',
  'clientRUT',
  'clientCardNumber',
  'accessToken',
  'geopayResponse',
  'messageId',
  'objectId',
  'viewId',
  'sessionId',
  'passkeyId',
  'voucherId',
  'invitationId',
  'entryId',
  'importId',
  'reminderId',
  'rrn',
]
/**
 * Ids that the caller states about themselves in a membership request, and by which no row is looked up;
 * and what a till says: the code that a member gives, which has no owner among the callers, and its own
 * references, by which only its own redemptions are looked up.
 */
const CLAIMS = [
  'membershipRequest.request.clientRUT',
  'membershipRequest.request.clientCardNumber',
  'memberStatus.loyaltyCode',
  'reserveRedemption.reference',
  'captureRedemption.reference',
  'releaseRedemption.reference',
  'reverseRedemption.reference',
  'captureVoucher.reference',
  'requestPayment.reference',
  'paymentStatus.reference',
  'cancelPayment.reference',
  'voidPayment.reference',
]

/** The `base` of each other caller. */
const BASES: Record<string, string> = {
  driver00001: '60100001',
  fede: 'NADA',
  carla: 'uber',
  diego: 'surtidor',
  elena: 'surtidor',
}

/**
 * Every call that takes an id, made by every person: another person's id gets the answer of an id
 * that does not exist, byte for byte, and changes nothing. A call with an id that is not in the table fails the last test.
 */
const OTHERS = Object.keys(BASES)

const people: Record<string, Person> = {}
const server = startForFile(startTestPaymentServer)
beforeAll(async () => {
  for (const name of ['ana', ...OTHERS]) people[name] = await server.as(name)
  await prepare(people.ana as Person)
})

/** Finds or creates an id of each kind. */
async function prepare(ana: Person): Promise<void> {
  const one = async (name: string, statement: ReturnType<typeof sql>) => {
    const { rows } = await server.context.db.execute<{ id: string }>(statement)
    found[name] = rows[0]?.id ?? ''
  }
  const her = sql`(select id from person where email like 'ana@%')`
  await one('rut', sql`select client_rut as id from loyalty where code = '60000002'`)
  await one('notification', sql`select id from notification where person_id = ${her} limit 1`)
  const about = { text: 'No anda.', title: 'Aire', type: 'Reclamo' }
  await ana.call(contact, about)
  await one(
    'view',
    sql`insert into saved_view (id, person_id, kind, name, search, shared, saved_at)
      select gen_random_uuid(), id, 'payment', 'Suya', '{}', true, now() from person where email like 'diego@%' returning id`,
  )
  await one('message', sql`select id from contact_message where person_id = ${her} limit 1`)
  await one(
    'withPicture',
    sql`with sent as (insert into contact_message (id, person_id, type, title, text, at)
      values (gen_random_uuid(), ${her}, '', '', '', now()) returning id, at)
      insert into contact_picture select id, '', 'image/png', '1985-05-20', at from sent returning message_id as id`,
  )
  await one(
    'paid',
    sql`select access_token as id from payment_attempt where person_id = ${her} and state = 'PAID' limit 1`,
  )
  await one(
    'paidId',
    sql`select id from payment_attempt where person_id = ${her} and state = 'PAID' limit 1`,
  )
  await one('purchase', sql`select rrn as id from movement where loyalty_code = '60000001' limit 1`)
  await one(
    'fuelPurchase',
    sql`select rrn as id from movement where loyalty_code = '60000001' and millilitres > 0 limit 1`,
  )
  await one(
    'carEntry',
    sql`select id from car_entry where person_id = ${her} and kind = 'toll' limit 1`,
  )
  await one(
    'carImport',
    sql`update car_entry set import_id = gen_random_uuid() where id = (
      select id from car_entry where person_id = ${her} and kind = 'fine' limit 1) returning import_id as id`,
  )
  await one(
    'carReminder',
    sql`insert into car_reminder (id, person_id, plate, kind, note, due_odometer)
      values (gen_random_uuid(), ${her}, 'SAB1234', 'service', '', 990000) returning id`,
  )
  await one('clubRequest', sql`select request_reference as id from loyalty where code = '60000001'`)
  await one('vehicle', sql`select id from vehicle where loyalty_code = '60000001' limit 1`)
  await one('rideVehicle', sql`select id from vehicle where loyalty_code = '60000002' limit 1`)
  await one(
    'invitation',
    sql`insert into company_driver (id, loyalty_code, email, invited_at)
      values (gen_random_uuid(), '60100001', 'ana@demo.surtidor.uy', now()) returning id`,
  )
  await one('client', sql`select ${her} as id`)
  await server.as('ana')
  await one(
    'session',
    sql`select id from session where person_id = ${her} order by token_hash = sha256(${ana.token}::text::bytea) limit 1`,
  )
  found.passkey = (await addPasskey(ana)).listed.passkeyId
  found.voucher = (
    await ana.call(takeReward, { loyaltyCode: '60000001', reward: 'cafe' })
  ).voucher.id
  found.debt = await debtOf(ana, 284_300)
  const reference = await debtOf(ana, 123_450)
  found.return = (await server.pay((await startPayment(ana, reference)).accessToken)) ?? ''
  const ofNobody = { ...(JSON.parse(found.return) as GatewayReturn), token: 'nobody' }
  found.returnOfNobody = signedText(server.keysDir, ofNobody, 'responseHeader')
  // Ana is a member of both programmes already, so another person makes the requests.
  const gabi = await createPersonLike(server, 'gabi', 'fede')
  for (const [name, programme] of [
    ['waitingRide', 'uber'],
    ['waitingClub', 'surtidor'],
  ] as const)
    found[name] = (
      await gabi.call(membershipRequest, {
        request: { programme, vehicle: { mark: 'fiat', plate: 'HBC4521', fuel: 'super' } },
      })
    ).reference
}

async function ask(row: Row, name: string, id: string, header: object = {}): Promise<string> {
  const base = name === 'ana' ? (row.base ?? '') : (BASES[name] ?? '')
  const contract: CallContract = calls[row.contract]
  const person = people[name] ?? server.stranger
  const answer: CallResult<CallContract> = await person.call(
    contract,
    row.fields(id, base) as never,
    {
      header: { ...header },
    },
  )
  const { headers: _headers, ...body } = answer
  return JSON.stringify({ ...body, responseHeader: { ...body.responseHeader, rrn: '' } })
}

const dataOfAna = async () => (await people.ana?.call(exportData, {}))?.data

const cells = OWNERSHIP_CASES.map((row) => [`${row.contract}.${row.field}`, row] as const)

describe('the owner check of each call', () => {
  test.each(cells)(
    'S3: %s: an id of ana gets another person the answer of an unknown id, and changes nothing',
    async (_name, row) => {
      expect(row.hers()).not.toBe('')
      const before = await dataOfAna()
      for (const name of OTHERS.filter((one) => !row.sees?.includes(one))) {
        const hers = await ask(row, name, row.hers())
        expect(`${name} ${hers}`).toBe(`${name} ${await ask(row, name, row.none())}`)
      }
      expect(await dataOfAna()).toEqual(before)
    },
  )

  test.each(cells)(
    '%s: a missing, unknown or expired session gets 88, whatever the id',
    async (_name, row) => {
      const expired = await server.as('ana')
      await server.context.db.execute(
        sql`update session set expires_at = created_at where token_hash = sha256(${expired.token}::text::bytea)`,
      )
      for (const id of [row.hers(), row.none()])
        for (const userSessionToken of ['', 'x'.repeat(43), expired.token])
          expect(JSON.parse(await ask(row, 'nobody', id, { userSessionToken }))).toEqual({
            status: 200,
            responseHeader: expect.objectContaining({ responseCode: '88' }),
          })
    },
  )

  test.each(cells)(
    '%s: its owner gets another answer than for an unknown id',
    async (_name, row) => {
      const who = row.works ?? 'ana'
      const none = await ask(row, who, row.none())
      const own = await ask(row, who, row.hers())
      expect(own).toContain('"responseCode":"00"')
      expect(own).not.toBe(none)
    },
  )

  interface Json {
    properties?: Record<string, Json>
    anyOf?: Json[]
  }
  /** The paths of all the fields of a call, however deep. */
  function pathsOf(schema: Json, path: string): string[] {
    const inner = (schema.anyOf ?? []).flatMap((one) => pathsOf(one, path))
    return Object.entries(schema.properties ?? {}).reduce(
      (all, [name, one]) => [...all, `${path}.${name}`, ...pathsOf(one, `${path}.${name}`)],
      inner,
    )
  }

  test('every id of every call is in the table', () => {
    const paths = Object.values(calls as Record<string, CallContract>).flatMap(
      ({ name, request }) =>
        pathsOf(z.toJSONSchema(request, { io: 'input', unrepresentable: 'any' }) as Json, name),
    )
    const ids = paths.filter((path) => IDS.includes(path.split('.').at(-1) ?? ''))
    const known = [...cells.map(([name]) => name), ...CLAIMS]
    expect([...new Set(ids)].toSorted()).toEqual([...new Set(known)].toSorted())
  })
})
