import { beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#db/core/connection.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import type { ReportingTerminal } from '#db/stations/saleHistory.ts'
import { closeShiftOf } from '#db/stations/shifts.ts'
import type { ShiftTotals } from '#db/tables/sales.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import { reportedSale, returnOf, voidOf } from '#testing/fixtures/reportedItems.ts'
import { demoDatabaseForFile } from '#testing/harness/demoDatabase.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { insertTills, reporter } from '#testing/station/testTills.ts'

const database = demoDatabaseForFile()
let tills: ReportingTerminal[] = []
beforeAll(async () => {
  tills = await insertTills(database.client)
})

const till = (which = 0) => {
  const found = tills[which]
  if (!found) throw new Error('no such till')
  return found
}
const totalsOf = (litres: number, given: Partial<ShiftTotals> = {}): ShiftTotals => ({
  sales: 1,
  voids: 0,
  returns: 0,
  amounts: { 858: litres * 7688 },
  millilitres: { super: litres * 1000 },
  ...given,
})
const close = (code: string, totals: ShiftTotals, { which = 0, ofStation = false } = {}) =>
  inTransaction(database.db, (tx) =>
    closeShiftOf(tx, till(which), { code, ofStation, totals, now: FIXED_DATE }),
  )
const report = (...items: Parameters<ReturnType<typeof reporter>>[1]) =>
  reporter(database.db)(till(), items)
const statesOf = async (code: string) =>
  (
    await database.client.query<{ state: string }>(
      'select state from shift where code = $1 order by scope',
      [code],
    )
  ).rows.map(({ state }) => state)

describe('closeShiftOf', () => {
  test('T3: closes a shift that adds up, and again', async () => {
    const sale = reportedSale('1', 10, { shift: 'A' })
    await report(sale, returnOf(sale, '2', 1), voidOf(sale))
    const totals = totalsOf(10, { voids: 1, returns: 1 })
    for (let times = 0; times < 2; times += 1)
      expect(await close('A', totals)).toEqual({ differences: [], items: [] })
    expect(await statesOf('A')).toEqual(['open', 'closed'])
    expect(await checkInvariants(database.db)).toEqual([])
  })

  test('T3: a shift short by one sale is an exception that names what we have, and closes with the sale', async () => {
    const missing = reportedSale('12', 5, { shift: 'B' })
    await report(reportedSale('11', 10, { shift: 'B' }))
    const totals = totalsOf(15, { sales: 2 })
    const { terminalId } = till()
    expect(await close('B', totals)).toEqual({
      differences: [
        { total: 'sales', sent: 2, found: 1 },
        { total: 'amounts.858', sent: 15 * 7688, found: 10 * 7688 },
        { total: 'millilitres.super', sent: 15_000, found: 10_000 },
      ],
      items: [{ terminalId, kind: 'sale', ticket: '11' }],
    })
    expect(await statesOf('B')).toEqual(['open', 'exception'])
    await report(missing)
    expect(await statesOf('B')).toEqual(['open', 'closed'])
    expect(await checkInvariants(database.db)).toEqual([])
  })

  test('T3: a late sale is taken, and reopens its closed shift as an exception', async () => {
    await report(reportedSale('21', 10, { shift: 'C' }))
    await close('C', totalsOf(10))
    await close('C', totalsOf(10), { ofStation: true })
    const late = reportedSale('22', 5, { shift: 'C' })
    expect(await report(late)).toMatchObject([{ result: 'unmatched' }])
    expect(await statesOf('C')).toEqual(['exception', 'exception'])
    await report(late)
    expect(await close('C', totalsOf(15, { sales: 2 }))).toMatchObject({ differences: [] })
    expect(await statesOf('C')).toEqual(['exception', 'closed'])
    expect(await checkInvariants(database.db)).toEqual([])
  })

  test('counts the items of the terminal, or of all terminals of its station', async () => {
    const sale = reportedSale('31', 10, { shift: 'D' })
    for (const which of [0, 1, 2]) await reporter(database.db)(till(which), [sale])
    expect((await close('D', totalsOf(10))).differences).toEqual([])
    expect((await close('D', totalsOf(10), { which: 2 })).differences).toEqual([])
    const ofStation = await close('D', totalsOf(20, { sales: 2 }), { which: 1, ofStation: true })
    expect(ofStation.differences).toEqual([])
    expect(
      (await close('empty', totalsOf(0, { sales: 0, amounts: {}, millilitres: {} }))).items,
    ).toEqual([])
  })

  test('T3: a close waits for a sale under way, and counts it', async () => {
    const holder = await createLockHolder({ databaseUrl: database.url })
    await report(reportedSale('40', 1, { shift: 'E' }))
    // Stops the sale at its first statement after the lock of the shift.
    await holder.lock(`insert into sale_identity values ('cfe:211234560019:101:E:1')`)
    const cfe = { rut: '211234560019', type: 101 as const, series: 'E', number: 1 }
    const sold = report(reportedSale('41', 10, { shift: 'E', cfe }))
    await holder.waitForBlocked(1)
    const closed = close('E', totalsOf(11, { sales: 2 }))
    await holder.waitForBlocked(2)
    await holder.release('rollback')
    await sold
    expect((await closed).differences).toEqual([])
    expect(await checkInvariants(database.db)).toEqual([])
  })
})
