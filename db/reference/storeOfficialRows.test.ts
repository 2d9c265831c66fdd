import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { storeOfficialRows } from '#db/reference/storeOfficialRows.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'

// The template is a migrated database without demo data: what a new installation has.
const database = startForEachTest(() => freshDatabase('empty'))
const all = async () => {
  const { rows: items } = await database.client.query('select * from reference_item order by 1, 2')
  return [
    (await database.client.query('select * from fuel_price order by 1, 2')).rows,
    (await database.client.query('select * from refund_rate order by 1, 2, 3')).rows,
    (await database.client.query('select * from deductible_tax order by 1, 2')).rows,
    ...['banks', 'marks'].map((list) => items.filter((one) => one.list === list)),
  ]
}

describe('storeOfficialRows', () => {
  test('a migrated database without demo data has every row, and a repeat changes none', async () => {
    const before = await all()
    const linesOf = (file: string) =>
      readFileSync(join(import.meta.dirname, file), 'utf8')
        .trim()
        .split('\n').length - 1
    expect(before.map(({ length }) => length)).toEqual(
      ['prices.csv', 'rates.csv', 'taxes.csv', 'banks.csv', 'makes.csv'].map(linesOf),
    )
    expect(before[0]?.[0]).toMatchObject({
      product: 'gasoil',
      price: 5014,
      decree: 'Decreto 130/025',
    })
    await storeOfficialRows(database.client)
    expect(await all()).toEqual(before)
  })

  test('keeps what an operator changed or added, and adds again what is missing', async () => {
    const { client } = database
    await client.query(
      `update fuel_price set price = 1, decree = 'Decreto 999/026' where product = 'super'`,
    )
    await client.query(
      `update refund_rate set basis_points = 5, valid_to = '2026-05-31' where side = 'argentina'`,
    )
    await client.query(
      `insert into refund_rate values (2, 'brazil', '2026-06-01', null, 3000, 'DGI 1')`,
    )
    const changed = await all()
    await client.query(`delete from refund_rate where side = '' and indicator = 6`)
    await storeOfficialRows(client)
    expect(await all()).toEqual(changed)
  })
})
