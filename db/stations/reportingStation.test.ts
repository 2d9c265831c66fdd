import { beforeAll, describe, expect, test } from 'vitest'
import type { ReportedItem } from '#contract/entities/reportedItem.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import type { ReportingTerminal } from '#db/stations/saleHistory.ts'
import {
  cfe,
  cfeOfOther,
  OTHER_RUT,
  reportedSale,
  returnOf,
  voidOf,
} from '#testing/fixtures/reportedItems.ts'
import { demoDatabaseForFile } from '#testing/harness/demoDatabase.ts'
import { insertTills, reporter } from '#testing/station/testTills.ts'
import { widenBounds } from '#testing/station/wideBounds.ts'

/** Ana's loyalty in the club: 3 points per litre of Super. */
const ANA = '60000001'
const database = demoDatabaseForFile()
let tills: ReportingTerminal[] = []
let tickets = 0
const ticket = () => `I${(tickets += 1)}`

/** Reports items at one of three tills: two of a station, and one of another. */
const report = (items: ReportedItem[], which = 0) => reporter(database.db)(tills[which], items)
const results = async (...given: Parameters<typeof report>) =>
  (await report(...given)).map(({ result, reason }) => reason ?? result)
/** Runs work, and answers by how many points Ana's balance changed. */
async function change(work: () => Promise<unknown>): Promise<number> {
  const before = await balanceOf(database.db, ANA)
  await work()
  return (await balanceOf(database.db, ANA)) - before
}
const assertInvariants = async () => expect(await checkInvariants(database.db)).toEqual([])

describe('documents of another issuer', () => {
  /** The RUTs of the station of a till. */
  const setRuts = (ruts: string[], which = 2) =>
    database.client.query('update branch set ruts = $1 where code = $2', [
      JSON.stringify(ruts),
      tills[which]?.branchCode,
    ])
  let numbers = 5000
  /** A sale of 30 litres of the issuer of the third till's station. */
  const sold = () => {
    const document = cfeOfOther((numbers += 1))
    return reportedSale(ticket(), 30, { loyaltyCode: ANA, cfe: document })
  }
  const heldOf = async (sale: ReportedItem) =>
    (
      await database.client.query(
        `select held, branch_code = $1 as is_own from sale_event where kind = 'sale'
          and split_part(identity, ':', 5) = $2 order by held desc`,
        [tills[0]?.branchCode, String('cfe' in sale && sale.cfe?.number)],
      )
    ).rows
  const BOTH = [
    { held: 'issuer', is_own: true },
    { held: '', is_own: false },
  ]
  beforeAll(async () => {
    await widenBounds(database.client)
    tills = await insertTills(database.client)
    await setRuts([OTHER_RUT])
  })

  test('T15: one that another station reports first waits, and the issuer’s sale is stored with its points', async () => {
    const sale = sold()
    expect(await change(async () => expect(await results([sale])).toEqual(['unmatched']))).toBe(0)
    expect(await report([sale])).toEqual([{ result: 'duplicate', first: 'unmatched' }])
    expect(await change(() => report([sale], 2))).toBe(90)
    expect(await report([sale], 2)).toMatchObject([{ result: 'duplicate', first: 'accepted' }])
    expect(await heldOf(sale)).toEqual(BOTH)
    const conflicts = await database.client.query(
      `select from sale_conflict where identity like $1`,
      [`cfe:${OTHER_RUT}:101:A:${sale.cfe?.number}%`],
    )
    expect(conflicts.rowCount).toBe(0)
    await assertInvariants()
  })

  test('T15: of both sent at once only the issuer’s gives points', async () => {
    const sales = Array.from({ length: 12 }, sold)
    const points = await change(() =>
      Promise.all([report(sales), report(sales.toReversed(), 2), report(sales.toReversed(), 1)]),
    )
    expect(points).toBe(12 * 90)
    for (const sale of sales) expect(await heldOf(sale)).toEqual(BOTH)
    await assertInvariants()
  })

  test('T15: its void and its return are of what that station reported', async () => {
    const sale = sold()
    expect(await results([voidOf(sale), returnOf(sale, ticket(), 5)])).toEqual([
      'accepted',
      'accepted',
    ])
    expect(await change(() => report([sale], 2))).toBe(90)
    expect(await change(() => report([sale]))).toBe(0)
    expect(await results([voidOf(sale)], 1)).toEqual(['duplicate'])
    expect(await change(() => report([voidOf(sale)], 2))).toBe(-90)
    // The credit note of another issuer takes no identity either.
    const [own, note] = [reportedSale(ticket(), 30, { loyaltyCode: ANA }), cfeOfOther(4999)]
    const back = { ...returnOf(own, ticket(), 10), cfe: note }
    expect(await change(() => report([own, back]))).toBe(60)
    expect(await change(() => report([{ ...sold(), cfe: note }], 2))).toBe(90)
    await assertInvariants()
  })

  test('T15: what was reported keeps its identity when the station’s RUTs change', async () => {
    const [known, foreign] = [sold(), sold()]
    await setRuts([], 0)
    expect(await change(() => report([known]))).toBe(90)
    await setRuts([cfe(1).rut], 0)
    expect(await results([known, foreign])).toEqual(['duplicate', 'unmatched'])
    expect(await change(() => report([voidOf(known)]))).toBe(-90)
    await setRuts([cfe(1).rut, OTHER_RUT], 0)
    expect(await results([foreign, voidOf(foreign)])).toEqual(['duplicate', 'accepted'])
    expect(await change(() => report([sold()]))).toBe(90)
    await setRuts([cfe(1).rut], 0)
    await assertInvariants()
  })
})
