import { describe, expect, test } from 'vitest'
import { OFFICIAL_PRICES, REFUND_RATES } from '#db/reference/officialRows.ts'
import { storeOfficialRows } from '#db/reference/storeOfficialRows.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { startForEachTest } from '#testing/harness/startFor.ts'

// The template is a migrated database without demo data: what a new installation has.
const database = startForEachTest(() => freshDatabase('empty'))
const all = async () => [
  (await database.client.query('select * from fuel_price order by 1, 2')).rows,
  (await database.client.query('select * from refund_rate order by 1, 2, 3')).rows,
]

describe('storeOfficialRows', () => {
  test('a migrated database without demo data has every row, and a repeat changes none', async () => {
    const before = await all()
    expect(before.map(({ length }) => length)).toEqual([
      OFFICIAL_PRICES.length,
      REFUND_RATES.length,
    ])
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

  test('a price of the version before, without a decree, gets it and its last day; another price keeps its own', async () => {
    const { client } = database
    await client.query(`update fuel_price set decree = '', valid_to = null`)
    await client.query(`update fuel_price set price = price + 1 where product = 'gasoil'`)
    await storeOfficialRows(client)
    const { rows } = await client.query(
      `select distinct product = 'gasoil' as other, valid_to is null as open, decree from fuel_price order by 1`,
    )
    expect(rows).toEqual([
      { other: false, open: false, decree: 'Decreto 130/025' },
      { other: true, open: true, decree: '' },
    ])
  })
})
