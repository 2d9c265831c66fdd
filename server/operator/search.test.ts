import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { objects } from '#contract/operator/objects.ts'
import { search } from '#contract/operator/search.ts'
import { openPaymentRequest } from '#contract/payments/openPaymentRequest.ts'
import { requestPayment } from '#contract/station/requestPayment.ts'
import { readTerm } from '#server/operator/search.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { askedPayment } from '#testing/station/paymentSteps.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = testServerForFile()
const elena = startForFile(() => server.as('elena'))
const seen = async (name: string, text: string) =>
  accepted(await (await server.as(name)).call(search, { text }))
const found = async (text: string) => accepted(await elena.call(search, { text })).hits
const insertDriver = async (firstName: string, firstSurname: string) => {
  const id = randomUUID()
  await server.owner.query(
    `insert into person (id, email, password_hash, confirmed_at, first_name, first_surname, document_number,
       birthdate, sex, mobile, address, created_at)
     values ($1, $1::uuid || '@nombres.uy', '', now(), $2, $3, $1::uuid::text, '1990-01-01', 'X', '', '', now())`,
    [id, firstName, firstSurname],
  )
  return id
}

describe('search', () => {
  // Texts that find no person are limited.
  beforeEach(async () => void (await server.owner.query('delete from rate_limit')))

  test('a payment is found by the last four digits of its card, alone and with its day', async () => {
    const { rows } = accepted(
      await elena.call(objects, { kind: 'payment', filters: { state: 'PAID' } }),
    )
    const [first] = rows
    const lastFour = first?.cells[5]?.text?.slice(-4) ?? ''
    const [, y, m, d] = /^(....)(..)(..)/.exec(first?.cells[4]?.stamp ?? '') ?? []
    expect((await found(`${lastFour} ${d}/${m}/${y}`)).map(({ id }) => id)).toContain(first?.id)
    expect((await found(`${lastFour} 1/1/1999`)).filter(({ kind }) => kind === 'payment')).toEqual(
      [],
    )
    expect((await found(`···· ${lastFour}`)).length).toBeGreaterThan(0)
  })

  test('hostile texts find nothing', async () => {
    for (const text of ["' or 1=1 --", '%', '_', '%%%%', '\\', '<b>', '9'.repeat(100)])
      expect(await found(text)).toEqual([])
  })

  test('a sponsor finds no kind that its role does not see', async () => {
    const carla = await server.as('carla')
    const { hits } = accepted(await carla.call(search, { text: '4242' }))
    expect(hits.filter(({ kind }) => kind === 'payment')).toEqual([])
  })

  test('a person is found by a masked number only where it may be shown, and misses are limited and audited', async () => {
    const { rows } = await server.owner.query<Record<string, string>>(
      `select p.document_number, p.mobile, v.plate, y.client_card_number, y.code from person p
        join loyalty y on y.person_id = p.id join vehicle v on v.loyalty_code = y.code
        where y.programme = 'uber' and y.ended_at is null and y.client_card_number <> '' limit 1`,
    )
    const { code = '', ...numbers } = rows[0] ?? {}
    const carla = await server.as('carla')
    const people = async (client: typeof carla, text: string) =>
      accepted(await client.call(search, { text })).hits.filter(({ kind }) => kind === 'driver')
    expect(await people(carla, code)).toHaveLength(1)
    for (const text of Object.values(numbers)) {
      expect(await people(carla, text)).toEqual([])
      expect(await people(elena, text)).toHaveLength(1)
    }
    let missed = 0
    let answer = await elena.call(search, { text: '9999000' })
    while (answer.status === 200) {
      missed += 1
      answer = await elena.call(search, { text: String(9_999_000 + missed) })
    }
    const { rows: audited } = await server.owner.query(
      `select detail from audit where action = 'searchMissed' order by seq desc limit 60`,
    )
    expect([missed, audited.length, answer.responseHeader.reason]).toEqual([60, 60, 'too_many'])
    expect(audited[59]?.detail).toEqual({ name: '•••000' })
    // A name is counted with them; what names no person is not.
    expect((await elena.call(search, { text: 'nadie' })).responseHeader.reason).toBe('too_many')
    expect((await elena.call(search, { text: 'A 1' })).status).toBe(200)
  })

  test('a driver is found by the name in any order, without accents and capitals, by the beginning of its last word', async () => {
    const id = await insertDriver('María José', 'Ñandú Güiraldes')
    const other = await insertDriver('Maria', 'Xilófono')
    const namedBy = async (text: string) =>
      (await found(text)).flatMap((hit) => (hit.kind === 'driver' ? [hit.id] : []))
    for (const text of [
      'ñandú',
      'nan',
      'jose ñan',
      'José Ñandú Güiraldes María',
      'guiraldes',
      'GÜIRALDES mar',
      'MARIA JOSE ÑAN',
      'nandu gui',
      'Ñandu Güiraldes María José',
      'guiraldes maria jose nandu',
      'maria jose n\u0303andu\u0301',
      'ñandu  güiraldes  mar',
    ])
      expect(await namedBy(text), text).toEqual([id])
    expect(await namedBy('xil maria')).toEqual([other])
    for (const text of ['andu', 'maria nandu xilofono', 'jose xil', 'na'])
      expect(await namedBy(text), text).toEqual([])
    const [hit] = (await found('ñandú')).filter(({ kind }) => kind === 'driver')
    expect(hit).toMatchObject({ title: 'María José Ñ.', date: { stamp: expect.any(String) } })
    expect(hit?.subtitle).toMatch(/^.•••@nombres\.uy · •••\S{3} · Confirmada$/)
    for (const name of ['diego', 'carla'])
      expect((await seen(name, 'maria jose ñandú')).hits).toEqual([])
  })

  test('a driver is found by the second of two names alone', async () => {
    const id = await insertDriver('Sara Xiomara', 'Yáñez')
    const hits = await found('xiomara')
    expect(hits.map((hit) => hit.id)).toEqual([id])
  })

  test('at most ten drivers of a name are found', async () => {
    for (let n = 0; n < 12; n += 1) await insertDriver('Zoilo', `Zzz${n}`)
    expect(await found('zoilo')).toHaveLength(10)
    expect(await found('zzz')).toHaveLength(10)
  })

  test('a membership request is found by its reference, plate and driver, by those who may see it', async () => {
    const { rows } = await server.owner.query<
      Record<'reference' | 'plate' | 'email' | 'name', string>
    >(
      `select r.reference, r.draft -> 'vehicle' ->> 'plate' as plate, p.email, p.first_surname || ' ' || p.first_name as name
        from membership_request r join person p on p.id = r.person_id
        where r.state = 'PENDING' and r.programme = 'uber' and p.deleted_at is null limit 1`,
    )
    const { reference = '', plate = '', email = '', name = '' } = rows[0] ?? {}
    const references = async (who: string, text: string) =>
      (await seen(who, text)).requests.map((one) => one.reference)
    for (const text of [reference, reference.toLowerCase(), plate, email, name])
      expect(await references('elena', text), text).toContain(reference)
    for (const text of [reference, email]) {
      expect(await references('carla', text), text).toContain(reference)
      // The network sees it when the sponsor has authorised it.
      expect(await references('diego', text), text).not.toContain(reference)
    }
    for (const text of [plate, name]) expect(await references('carla', text), text).toEqual([])
    const [request] = (await seen('elena', reference)).requests
    expect(request).toEqual({
      reference,
      title: expect.stringMatching(/^\S.* \S\.$/),
      subtitle: 'Surtidor Uber · Pendiente de aprobación',
      date: { stamp: expect.any(String) },
    })
  })

  test('what a till asks to be paid leads to the debts of those who opened it', async () => {
    const till = await enrolTestTerminal(server, 'E004')
    const asking = { ...askedPayment(), reference: 'CAJA-7/1', ticket: 'TK-778' }
    const { code, rrn } = accepted(await till.call(requestPayment, asking)).payment
    const ana = await server.as('ana')
    const { request } = accepted(await ana.call(openPaymentRequest, { code }))
    for (const text of [code, rrn, asking.reference, asking.ticket])
      expect(await found(text), text).toMatchObject([
        {
          kind: 'debt',
          id: request.debt.reference,
          subtitle: expect.stringContaining('Ana P.'),
          amount: { cents: asking.amount, currency: '858' },
        },
      ])
    expect((await seen('diego', code)).hits).toHaveLength(1)
    expect((await seen('carla', code)).hits).toEqual([])
    const dora = await createPersonLike(server, 'dora', 'diego')
    await server.owner.query(
      `insert into operator_station select id, 'E007' from person where email = 'dora@demo.surtidor.uy'`,
    )
    expect(accepted(await dora.call(search, { text: code })).hits).toEqual([])
  })

  test('a hit has the amount, the date and the driver of its row', async () => {
    const [debt] = accepted(await elena.call(objects, { kind: 'debt' })).rows
    const [, amount, driver, , , issued] = debt?.cells ?? []
    const [hit] = await found(debt?.id ?? '')
    expect(hit).toMatchObject({ kind: 'debt', id: debt?.id, amount, date: issued })
    expect(hit?.subtitle).toContain(driver?.text)
  })

  test.each([
    ['4242 7/9', '20260907'],
    ['4242 7/9/2025', '20250907'],
    ['4242 31/12', '20251231'],
    ['4242', null],
  ])('%s is read as a card with the day %s', (text, day) => {
    const { card } = readTerm(text, new Date('2026-09-08T15:00:00Z'))
    expect(card).toEqual({ lastFour: '4242', day })
  })
})
