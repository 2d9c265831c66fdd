import { describe, expect, test } from 'vitest'
import { HOUR_MS, toStamp } from '#contract/dates.ts'
import { actOnObject } from '#contract/operator/actOnObject.ts'
import { home } from '#contract/operator/home.ts'
import { objects } from '#contract/operator/objects.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { contact } from '#contract/user/contact.ts'
import { reportedSale } from '#testing/fixtures/reportedItems.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = testServerForFile()
const seen = async (name: string) => accepted(await (await server.as(name)).call(home, {}))

describe('home', () => {
  test('names what waits for each role, the longest waiting first, as the lists have it', async () => {
    const ana = await server.as('ana')
    await ana.call(contact, {
      title: 'Aire',
      text: 'No anda.',
      type: 'Reclamo',
      branchCode: 'E004',
    })
    const administrator = await seen('elena')
    const { waiting } = administrator
    expect(waiting.map(({ oldest }) => oldest)).toEqual(
      waiting.map(({ oldest }) => oldest).toSorted(),
    )
    const paths = waiting.map(({ path }) => path)
    expect(paths).toContain('/messages?state=RECEIVED')
    expect(paths).not.toContain('/requests')
    const network = await seen('diego')
    expect(network.waiting.find(({ path }) => path.startsWith('/messages'))?.count).toBeGreaterThan(
      0,
    )
    expect(network.health).toEqual([])
    const station = { kind: 'station', name: 'addStation', label: 'Nueva estación' }
    expect(administrator.listActions).toContainEqual(station)
    expect(network.listActions).not.toContainEqual(station)
    const sponsor = await seen('carla')
    expect(sponsor.listActions).toEqual([])
    expect(sponsor.waiting.map(({ path }) => path)).toEqual(['/requests'])
    expect([sponsor.measures, sponsor.health]).toEqual([[], []])
  })

  test('names what one operator proposed to another one, and not to its author', async () => {
    const elena = await server.as('elena')
    const fields = {
      programme: 'surtidor',
      product: 'super',
      perLitre: '5',
      perHundred: '0',
      weekdays: 'all',
      means: 'any',
      validFrom: '20260910',
    }
    accepted(
      await elena.call(actOnObject, { kind: 'rule', objectId: '', action: 'propose', fields }),
    )
    const second = await createPersonLike(server, 'second', 'elena')
    const path = '/rules?state=waiting'
    const { waiting } = accepted(await second.call(home, {}))
    expect(waiting.find((one) => one.path === path)?.count).toBe(1)
    expect((await seen('elena')).waiting.map((one) => one.path)).not.toContain(path)
  })

  test('counts the exceptions that the list has', async () => {
    const till = await enrolTestTerminal(server, 'E004')
    accepted(await till.call(reportSales, { items: [reportedSale('N1', 3, { plate: 'ZZZ0001' })] }))
    const elena = await server.as('elena')
    const { rows } = accepted(await elena.call(objects, { kind: 'exception', count: 200 }))
    const { waiting } = await seen('elena')
    expect(waiting.find(({ path }) => path === '/exceptions')?.count).toBe(rows.length)
  })

  test('compares the hours of today with the same weekday a week ago, until the same time', async () => {
    const now = server.context.now()
    const hour = Number(toStamp(now).slice(8, 10))
    const week = 7 * 24 * HOUR_MS
    const { measures: before } = await seen('elena')
    await server.owner.query(
      `insert into sale_event (identity, kind, sale_identity, branch_code, terminal_id, ticket, shift, attendant, at, received_at, state,
         currency, amount, payments, content_hash)
       select 'ticket:home:' || n, 'sale', 'ticket:home:' || n, t.branch_code, t.id, 'H' || n, 'S', '', x.at, x.at, 'applied',
         '858', 1000, '[]', ''::bytea
       from (select * from terminal limit 1) t,
         unnest($1::timestamptz[]) with ordinality as x(at, n)`,
      [
        [
          new Date(now.getTime() - 60_000),
          new Date(now.getTime() - week - 60_000),
          new Date(now.getTime() - week + 60_000),
          new Date(now.getTime() - 2 * week),
        ],
      ],
    )
    const { measures, health } = await seen('elena')
    const [sales, pesos] = measures
    const grown = (name: 'today' | 'weekAgo') => (sales?.[name] ?? 0) - (before[0]?.[name] ?? 0)
    expect([grown('today'), grown('weekAgo')]).toEqual([1, 1])
    const inDay = (name: 'today' | 'weekAgo', of = sales) =>
      of?.hours.reduce((all, one) => all + one[name], 0) ?? 0
    expect(inDay('weekAgo') - inDay('weekAgo', before[0])).toBe(2)
    expect(sales?.hours).toHaveLength(24)
    expect(sales?.hours.slice(hour + 1).every(({ today }) => today === 0)).toBe(true)
    expect((pesos?.today ?? 0) - (before[1]?.today ?? 0)).toBe(1000)
    expect(health.map(({ title }) => title)).toEqual([
      'Pasarela de pagos',
      'Cajas',
      'Correo',
      'Avisos al teléfono',
    ])
  })
})
