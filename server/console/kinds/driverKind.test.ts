import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { rewards } from '#contract/loyalty/rewards.ts'
import { takeReward } from '#contract/loyalty/takeReward.ts'
import { object } from '#contract/operator/object.ts'
import { objects } from '#contract/operator/objects.ts'
import { search } from '#contract/operator/search.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { DRIVER_TABS } from '#server/console/drivers/driverTabs.ts'
import { factOf } from '#testing/console/objectSteps.ts'
import { reportedSale } from '#testing/fixtures/reportedItems.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { type Person, testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = testServerForFile()
const EMAIL = 'ana@demo.surtidor.uy'
const CLUB = '60000001'
let elena: Person
let ana: string
beforeAll(async () => {
  elena = await server.as('elena')
  ana = (await personByEmail(server.context.db, EMAIL))?.id ?? ''
})

const pageOf = async (objectId: string, shown = false, tab = '') =>
  accepted(await elena.call(object, { kind: 'driver', objectId, shown, tab })).page
const list = async (filters: Record<string, string> = {}) =>
  accepted(await elena.call(objects, { kind: 'driver', filters, count: 200 })).rows
const table = (page: Awaited<ReturnType<typeof pageOf>>, title: string) =>
  page.tables.find((one) => one.title === title)?.rows ?? []
const balance = () => balanceOf(server.context.db, CLUB)

describe('the list of drivers', () => {
  test('holds drivers with masked data, and no operator', async () => {
    const rows = await list()
    expect(rows.length).toBeGreaterThan(5)
    const [row] = await list({ email: ` ${EMAIL.toUpperCase()} ` })
    expect(row?.id).toBe(ana)
    expect(row?.cells[1]).toEqual({ text: 'a•••@demo.surtidor.uy' })
    expect(row?.cells[2]?.text).toMatch(/^•••\d{3}$/)
    expect(await list({ email: 'elena@demo.surtidor.uy' })).toEqual([])
    expect(await list({ email: "' or 1=1 --" })).toEqual([])
  })

  test('is filtered by the state of the account and the period of registration', async () => {
    const confirmed = await list({ state: 'confirmed' })
    expect(new Set(confirmed.map(({ cells }) => cells[4]?.text))).toEqual(new Set(['Confirmada']))
    const day = confirmed[0]?.cells[3]?.stamp?.slice(0, 8) ?? ''
    const ofDay = await list({ period: `${day}-${day}` })
    expect(ofDay.map(({ id }) => id)).toContain(confirmed[0]?.id)
    for (const { cells } of ofDay) expect(cells[3]?.stamp?.slice(0, 8)).toBe(day)
    expect(await list({ state: 'locked' })).toEqual([])
  })
})

describe('the search of drivers', () => {
  test('finds a person by each of their identifiers, as people type it', async () => {
    const { rows } = await server.context.db.execute<Record<string, string>>(sql`
      select p.document_number as document, p.mobile, v.plate, l.code
      from person p join loyalty l on l.person_id = p.id join vehicle v on v.loyalty_code = l.code
      where p.id = ${ana} and v.plate <> '' limit 1`)
    const { document = '', mobile = '', plate = '', code = '' } = rows[0] ?? {}
    const card = 'TST4455667'
    await server.owner.query(`update loyalty set client_card_number = $1 where code = $2`, [
      card,
      code,
    ])
    const typed = [
      EMAIL.toUpperCase(),
      document.replace(/^(\d)(\d{3})(\d{3})(\d)$/, '$1.$2.$3-$4'),
      mobile,
      mobile.replace(/^\+598/, '0'),
      `${plate.slice(0, 3)} ${plate.slice(3)}`.toLowerCase(),
      code,
      card,
    ]
    for (const text of typed) {
      const { hits } = accepted(await elena.call(search, { text }))
      const found = hits.filter(({ kind }) => kind === 'driver')
      expect(
        found.map(({ id }) => id),
        text,
      ).toContain(ana)
      expect(JSON.stringify(found)).not.toContain(document)
    }
  })
})

describe('the page of a driver', () => {
  test('shows points, the next end of them, purchases and payments, which lead to each other', async () => {
    const page = await pageOf(ana)
    expect(page.tabs?.map(({ value }) => value)).toContain(page.tab)
    const loyalty = table(page, 'Afiliaciones').find(([code]) => code?.text === CLUB)
    expect(loyalty?.[2]?.count).toBe(await balance())
    const { rows } = await server.context.db.execute<{ remaining: number; day: string }>(sql`
      select sum(remaining)::int as remaining,
        to_char((expires_at - interval '1 second') at time zone 'America/Montevideo', 'DD/MM/YYYY') as day
      from points_lot where loyalty_code = ${CLUB} and remaining > 0 group by expires_at order by expires_at`)
    const [next, ...later] = rows
    const rest = later.reduce((sum, { remaining }) => sum + remaining, 0)
    const plain = (factOf(page, `${loyalty?.[1]?.text} ${CLUB}`)?.text ?? '').replaceAll('.', '')
    expect(plain).toBe(`${next?.remaining} puntos el ${next?.day}, y más adelante ${rest}`)
    expect((next?.remaining ?? 0) + rest).toBe(await balance())
    const movements = await pageOf(ana, false, 'movements')
    const list = movements.tables.find(({ title }) => title === `Últimos movimientos de ${CLUB}`)
    expect(list?.rows.length).toBeGreaterThan(0)
    expect(list?.all).toEqual({ kind: 'sale', search: { loyalty: CLUB } })
    const payments = await pageOf(ana, false, 'payments')
    expect(table(payments, 'Últimas deudas')[0]?.[0]?.link?.kind).toBe('debt')
    expect(payments.tables.map(({ all }) => all?.search)).toEqual([
      { driver: ana },
      { driver: ana },
    ])
    const link = table(payments, 'Últimos pagos')[0]?.[0]?.link
    expect(link?.kind).toBe('payment')
    const payment = accepted(
      await elena.call(object, { kind: 'payment', objectId: link?.id ?? '' }),
    ).page
    const facts = payment.groups.flatMap((group) => group.facts)
    expect(facts.find(({ name }) => name === 'Nombre')?.value.link).toEqual({
      kind: 'driver',
      id: ana,
    })
  })

  test('masks what identifies the person until it is shown', async () => {
    const person = await personByEmail(server.context.db, EMAIL)
    const secrets = [EMAIL, person?.documentNumber, person?.mobile, person?.address]
    for (const tab of Object.keys(DRIVER_TABS)) {
      const masked = JSON.stringify(await pageOf(ana, false, tab))
      for (const secret of secrets) expect(masked, tab).not.toContain(secret)
    }
    const shown = JSON.stringify(await pageOf(ana, true))
    for (const secret of secrets) expect(shown).toContain(secret)
    expect(shown).not.toMatch(/argon2/)
  })

  test('each tab answers what it is about, and another name the first one', async () => {
    const titles = async (tab: string) =>
      (await pageOf(ana, false, tab)).tables.map(({ title }) => title)
    expect(await titles('redemptions')).toEqual(['Últimos canjes en la caja', 'Últimos vales'])
    expect(await titles('contacts')).toEqual(['Últimos reclamos', 'Mensajes', 'Solicitudes'])
    expect(await titles('notifications')).toEqual(['Últimas notificaciones'])
    expect(await titles('devices')).toContain('Sesiones abiertas')
    expect((await pageOf(ana, false, 'history')).timeline.length).toBeGreaterThan(0)
    expect((await pageOf(ana, false, 'constructor')).tab).toBe('summary')
  })

  test('a purchase leads to the sale that a till reported, and a voucher hides its code until it is used', async () => {
    const till = await enrolTestTerminal(server)
    accepted(
      await till.call(reportSales, { items: [reportedSale('D1', 10, { loyaltyCode: CLUB })] }),
    )
    const [row] = table(await pageOf(ana, false, 'movements'), `Últimos movimientos de ${CLUB}`)
    expect(row?.[0]?.link?.kind).toBe('sale')
    const driver = await server.as('ana')
    const offered = accepted(await driver.call(rewards, { loyaltyCode: CLUB })).rewards
    const reward = offered.toSorted((a, b) => a.points - b.points)[0]?.code ?? ''
    const { voucher } = accepted(await driver.call(takeReward, { loyaltyCode: CLUB, reward }))
    const cellsOf = async (shown: boolean) =>
      JSON.stringify(table(await pageOf(ana, shown, 'redemptions'), 'Últimos vales'))
    expect(await cellsOf(false)).not.toContain(voucher.code)
    expect(await cellsOf(true)).toContain(voucher.code)
  })

  test('an id of nobody is not found, whatever its form', async () => {
    for (const objectId of ['', 'x', "' or 1=1", '00000000-0000-8000-8000-000000000000'])
      expect((await elena.call(object, { kind: 'driver', objectId })).responseHeader).toMatchObject(
        { reason: 'not_found' },
      )
  })
})
