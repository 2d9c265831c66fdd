import { describe, expect, test } from 'vitest'
import { findUnusualTerminals } from '#db/stations/unusualTerminals.ts'
import { factOf, objectSteps } from '#testing/console/objectSteps.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { insertTills } from '#testing/station/testTills.ts'

const server = testServerForFile({ checked: true })
const elena = startForFile(async () => objectSteps(await server.as('elena'), 'exception'))
const tills = startForFile(() => insertTills(server.owner))

let sales = 0
/** A sale without a member, which arrived so many days ago; it is of the past year. */
const insertSale = (till: number, daysAgo: number, points: number, amount: number) => {
  const { terminalId, branchCode } = tills[till]!
  return server.owner.query(
    `insert into sale_event (identity, kind, sale_identity, branch_code, terminal_id, ticket, shift, attendant, at,
      received_at, state, currency, amount, payments, points, content_hash)
    values ($1, 'sale', $1, $2, $3, '1', 'U', '', now() - interval '1 year', $4, 'applied', '858', $5, '[]', $6, '')`,
    [
      `ticket:unusual:${(sales += 1)}`,
      branchCode,
      terminalId,
      new Date(server.context.now().getTime() - daysAgo * 86_400_000),
      amount,
      points,
    ],
  )
}
const exceptions = () => elena.list({ reason: 'terminal' })
const find = (now = server.context.now()) => findUnusualTerminals(server.context.db, now)

describe('findUnusualTerminals', () => {
  test('alerts of a terminal whose day is far from its own past, and of no ordinary or new one', async () => {
    for (let daysAgo = 1; daysAgo <= 8; daysAgo += 1) {
      await insertSale(0, daysAgo, 2000, 5_000_000)
      await insertSale(1, daysAgo, 2000, 5_000_000)
      // Of six days: too few to compare.
      if (daysAgo <= 6) await insertSale(2, daysAgo, 1, 100)
    }
    // Twice the usual day, and far more than nearly nothing.
    await insertSale(1, 0, 4000, 14_000_000)
    await insertSale(2, 0, 90_000, 900_000_000)
    await insertSale(0, 0, 5000, 5_000_000)
    expect(await find()).toEqual({ unusual: 0 })
    expect(await exceptions()).toEqual([])

    await insertSale(0, 0, 4000, 5_000_000)
    expect(await find()).toEqual({ unusual: 1 })
    const [row, other] = await exceptions()
    expect(other).toBeUndefined()
    const [till] = tills
    expect(row?.cells.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Caja fuera de lo común', till?.terminalId]),
    )
    const id = row?.id ?? ''
    const page = await elena.page(id)
    expect(page.title).toBe('Caja fuera de lo común')
    expect(factOf(page, 'Estación')?.link).toEqual({ kind: 'station', id: till?.branchCode })
    expect(factOf(page, 'Caja')?.text).toBe(till?.terminalId)
    expect(factOf(page, 'Puntos del día')?.count).toBe(9000)
    expect(factOf(page, 'Puntos de un día común')?.count).toBe(2000)
    expect(factOf(page, 'Importe del día')?.cents).toBe(10_000_000)

    // The next run adds what came since, and leaves one that an operator has closed.
    await insertSale(0, 0, 0, 6_000_000)
    await find()
    expect(factOf(await elena.page(id), 'Importe del día')?.cents).toBe(16_000_000)
    accepted(
      await elena.act(id, 'close', {
        reason: 'looked_into',
        remark: 'Fue la carrera de motos.',
      }),
    )
    await find()
    expect(await exceptions()).toEqual([])
    // At half past midnight it is still the day before; at two it is another one.
    const midnight = new Date('2026-09-08T00:30:00-03:00')
    expect(await find(midnight)).toEqual({ unusual: 1 })
    expect(await find(new Date('2026-09-08T02:00:00-03:00'))).toEqual({ unusual: 0 })
  })
})
