import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { memberOfSale } from '#db/stations/memberOfSale.ts'
import { reportedSale, SOLD_AT } from '#testing/fixtures/reportedItems.ts'
import { demoDatabaseForFile } from '#testing/harness/demoDatabase.ts'

/** Ana's loyalty, approved with this plate, and another one. */
const [ANA, PLATE, OTHER] = ['60000001', 'SAB1234', '60000002']
const database = demoDatabaseForFile()

const type = (code: string, plate: string) =>
  database.client.query(`insert into vehicle values ($1, $2, 'fiat', $3, 'super')`, [
    randomUUID(),
    code,
    plate,
  ])
const approve = (code: string, plate: string) =>
  database.client.query(
    `update membership_request set draft = jsonb_set(draft, '{vehicle,plate}', to_jsonb($2::text))
    where reference = (select request_reference from loyalty where code = $1)`,
    [code, plate],
  )
const found = async (plate: string, datetime = SOLD_AT) =>
  (await memberOfSale(database.db, reportedSale('T1', 10, { plate, datetime })))?.code

describe('memberOfSale', () => {
  test('finds the loyalty that was approved with a plate; typed ones find and hide no member', async () => {
    await type(OTHER, PLATE)
    await type(ANA, 'SHR2222')
    expect(await found('SHR2222')).toBeUndefined()
    expect(await found(PLATE)).toBe(ANA)
    // Of two requests that were approved with the plate neither proves it.
    await approve(OTHER, PLATE)
    expect(await found(PLATE)).toBeUndefined()
    await approve(OTHER, 'SCD5678')
    expect(await found(PLATE)).toBe(ANA)
    // It names the member until the vehicle is taken off.
    await database.client.query(
      `update vehicle set removed_at = '2026-09-06T12:30:00-03:00' where loyalty_code = $1`,
      [ANA],
    )
    expect(await found(PLATE)).toBe(ANA)
    expect(await found(PLATE, '2026-09-06T13:00:00-03:00')).toBeUndefined()
  })
})
