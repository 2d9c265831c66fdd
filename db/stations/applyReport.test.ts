import { beforeAll, describe, expect, test } from 'vitest'
import type { ReportedItem } from '#contract/entities/reportedItem.ts'
import { eraseAccount } from '#db/eraseAccount.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import type { ReportingTerminal } from '#db/stations/saleHistory.ts'
import { cfe, reportedSale, returnOf, superSold, voidOf } from '#testing/fixtures/reportedItems.ts'
import { demoDatabaseForFile } from '#testing/harness/demoDatabase.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'
import { insertTills, reporter } from '#testing/station/testTills.ts'
import { widenBounds } from '#testing/station/wideBounds.ts'

/** Ana's loyalty in the club: 3 points per litre of Super. */
const ANA = '60000001'
const database = demoDatabaseForFile()
let tills: ReportingTerminal[] = []
let tickets = 0
const ticket = () => `T${(tickets += 1)}`

beforeAll(async () => {
  await widenBounds(database.client)
  tills = await insertTills(database.client)
})

/** Reports items at one of three tills: two of a station, and one of another. */
const report = (items: ReportedItem[], which = 0, now = FIXED_DATE) =>
  reporter(database.db)(tills[which], items, now)
const results = async (...given: Parameters<typeof report>) =>
  (await report(...given)).map(({ result, reason }) => reason ?? result)
const balance = () => balanceOf(database.db, ANA)
/** Runs work, and answers by how many points Ana's balance changed. */
async function change(work: () => Promise<unknown>): Promise<number> {
  const before = await balance()
  await work()
  return (await balance()) - before
}
const assertInvariants = async () => expect(await checkInvariants(database.db)).toEqual([])
describe('applyReport: sales', () => {
  test('T1: gives the points of a sale once, however often and at once it is reported', async () => {
    const sale = reportedSale(ticket(), 30, { loyaltyCode: ANA })
    expect(
      await change(async () => {
        expect(await report([sale])).toEqual([{ result: 'accepted', points: 90 }])
        const [first, second] = await Promise.all([report([sale]), report([sale])])
        expect(first).toEqual([{ result: 'duplicate', first: 'accepted', points: 90 }])
        expect(second).toEqual(first)
      }),
    ).toBe(90)
    await assertInvariants()
  })

  test('T1: keeps another content of the same identity as one conflict, and gives nothing for it', async () => {
    const sale = reportedSale(ticket(), 10, { loyaltyCode: ANA, cfe: cfe(1) })
    const other = {
      ...reportedSale(ticket(), 20, { loyaltyCode: ANA, plate: 'SAB1234' }),
      cfe: cfe(1),
    }
    expect(await change(() => report([sale]))).toBe(30)
    expect(await change(() => report([other, other]))).toBe(0)
    expect(await results([other, sale])).toEqual(['conflict', 'duplicate'])
    expect(await results([sale], 2)).toEqual(['conflict'])
    const { rows } = await database.client.query(
      `select reason, content from sale_conflict where identity = 'cfe:211234560019:101:A:1' order by branch_code`,
    )
    expect(rows).toMatchObject([{ reason: 'content' }, { reason: 'content' }])
    expect(JSON.stringify(rows)).not.toMatch(/SAB1234|60000001/)
  })

  test('tells the tickets of two terminals, and of two days, from each other', async () => {
    const sale = reportedSale(ticket(), 10, { loyaltyCode: ANA })
    const nextDay = { ...sale, datetime: '2026-09-07T09:00:00-03:00' }
    expect(await results([sale, nextDay])).toEqual(['accepted', 'accepted'])
    expect(await results([sale], 1)).toEqual(['accepted'])
    expect(await results([sale], 2)).toEqual(['accepted'])
  })

  test.each([
    ['code', { loyaltyCode: ANA }, 'accepted'],
    ['card', { cardNumber: `88${ANA}` }, 'accepted'],
    ['approved plate of one loyalty', { plate: 'SAB1234' }, 'accepted'],
    ['unknown code, whatever the plate', { loyaltyCode: 'X', plate: 'SAB1234' }, 'unmatched'],
    ['unknown plate', { plate: 'ZZZ9999' }, 'unmatched'],
    [
      'a time before the loyalty',
      { loyaltyCode: ANA, datetime: '2019-01-01T10:00:00-03:00' },
      'unmatched',
    ],
    ['nothing', {}, 'unmatched'],
  ])('finds the member by %s', async (_by, given, expected) => {
    const sale = reportedSale(ticket(), 10, given)
    expect(await results([sale])).toEqual([expected])
    expect(await report([sale])).toMatchObject([{ result: 'duplicate', first: expected }])
  })

  test('L8: gives the points of the rule of the local time, and posts them at its own time', async () => {
    const old = reportedSale(ticket(), 10, {
      loyaltyCode: ANA,
      datetime: '2025-12-31T23:30:00-03:00',
      lines: [
        superSold(10),
        { product: 'store', millilitres: 0, unitPrice: 25_000, amount: 50_000 },
      ],
    })
    expect(await report([old])).toEqual([{ result: 'accepted', points: 20 + 15 }])
    const { rows } = await database.client.query(
      `select t.at as posted, m.at as bought from ledger_transaction t
      join movement m on m.rrn = t.event_id where m.at = '2025-12-31T23:30:00-03:00'`,
    )
    expect(rows).toHaveLength(2)
    for (const { posted, bought } of rows) {
      expect(posted.getTime()).toBeGreaterThanOrEqual(FIXED_DATE.getTime())
      expect(bought).toEqual(new Date('2025-12-31T23:30:00-03:00'))
    }
    await assertInvariants()
  })

  test('L8: gives points per litre only for a sale in dollars', async () => {
    const lines = [
      superSold(2),
      { product: 'store' as const, millilitres: 0, unitPrice: 1, amount: 90_000 },
    ]
    const sale = reportedSale(ticket(), 0, { loyaltyCode: ANA, currency: '840', lines })
    expect(await report([sale])).toEqual([{ result: 'accepted', points: 6 }])
    await assertInvariants()
  })
})

describe('applyReport: voids and returns', () => {
  const sale = () => reportedSale(ticket(), 30, { loyaltyCode: ANA })

  test('T5: a void takes everything back once, before or after its sale', async () => {
    const [early, late] = [sale(), sale()]
    expect(
      await change(async () => {
        expect(await results([voidOf(early), early, voidOf(early)])).toEqual([
          'accepted',
          'accepted',
          'duplicate',
        ])
        expect(await results([late])).toEqual(['accepted'])
        expect(await results([voidOf(late)])).toEqual(['accepted'])
        expect(await results([voidOf(late, { attendant: '9' }), late])).toEqual([
          'duplicate',
          'duplicate',
        ])
      }),
    ).toBe(0)
    await assertInvariants()
  })

  test('T5: returns leave the points of what remains, and never exceed the sale', async () => {
    const sold = sale()
    const part = (litres: number, millilitres: number) => ({
      lines: [{ line: 1, millilitres, amount: litres * 7688 }],
    })
    await report([sold])
    // 19.5 litres remain: 19 whole litres give 57 points.
    expect(await change(() => report([returnOf(sold, ticket(), 0, part(10.5, 10_500))]))).toBe(
      57 - 90,
    )
    expect(await results([returnOf(sold, ticket(), 20)])).toEqual(['exceeds_sale'])
    expect(await results([returnOf(sold, ticket(), 0, part(21, 100))])).toEqual(['exceeds_sale'])
    const unknown = { lines: [{ line: 2, millilitres: 1, amount: 1 }] }
    expect(await results([returnOf(sold, ticket(), 0, unknown)])).toEqual(['unknown_line'])
    const rest = returnOf(sold, ticket(), 19)
    expect(await change(() => report([rest]))).toBe(-57)
    expect(await results([rest, { ...rest, attendant: '8' }])).toEqual(['duplicate', 'conflict'])
    expect(await change(() => report([voidOf(sold)]))).toBe(0)
    await assertInvariants()
  })

  test('T5: a return of fuel takes the litres of its amount, before or after its sale', async () => {
    const [sold, early] = [sale(), sale()]
    const all = 30 * 7688
    const part = (millilitres: number, amount: number) => ({
      lines: [{ line: 1, millilitres, amount }],
    })
    await report([sold])
    for (const lines of [part(0, all), part(30_000, 0), part(10_000, 10 * 7688 - 40)])
      expect(await results([returnOf(sold, ticket(), 0, lines)])).toEqual(['amount_differs'])
    // Rounded as a pump rounds; what remains may be off by the rounding of all.
    expect(await results([returnOf(sold, ticket(), 0, part(10_000, 10 * 7688 - 39))])).toEqual([
      'accepted',
    ])
    expect(await results([returnOf(sold, ticket(), 0, part(10_000, 10 * 7688 - 39))])).toEqual([
      'accepted',
    ])
    expect(await results([returnOf(sold, ticket(), 0, part(10_000, 10 * 7688 + 2 * 39))])).toEqual([
      'accepted',
    ])
    expect(await results([returnOf(early, ticket(), 0, part(0, all))])).toEqual(['accepted'])
    expect(await change(() => report([early]))).toBe(90)
    expect(await change(() => report([returnOf(early, ticket(), 30)]))).toBe(-90)
    await assertInvariants()
  })

  test('T5: a return that came first is applied with its sale; one that does not fit is a conflict', async () => {
    const sold = sale()
    const [fits, exceeds] = [returnOf(sold, ticket(), 20), returnOf(sold, ticket(), 11)]
    exceeds.datetime = '2026-09-06T12:06:00-03:00'
    expect(await results([exceeds, fits])).toEqual(['accepted', 'accepted'])
    expect(await change(() => report([sold]))).toBe(30)
    const { rows } = await database.client.query(
      `select c.reason, e.state from sale_conflict c join sale_event e using (identity) where e.ticket = $1`,
      [exceeds.ticket],
    )
    expect(rows).toEqual([{ reason: 'exceeds_sale', state: 'refused' }])
    expect(await change(() => report([voidOf(sold)]))).toBe(-30)
    expect(await results([returnOf(sold, ticket(), 1)])).toEqual(['accepted'])
    const after = { datetime: '2026-09-06T13:00:00-03:00' }
    expect(await results([returnOf(sold, ticket(), 1, after)])).toEqual(['sale_voided'])
    await assertInvariants()
  })

  test('a void or a return of another station changes nothing', async () => {
    const sold = { ...sale(), cfe: cfe(7) }
    const early = { ...sale(), cfe: cfe(8) }
    await report([sold])
    expect(await results([voidOf(sold), returnOf(sold, ticket(), 1)], 2)).toEqual([
      'other_station',
      'other_station',
    ])
    expect(await results([voidOf(early)], 2)).toEqual(['accepted'])
    expect(await change(() => report([early]))).toBe(90)
    expect(await change(() => report([voidOf(early)], 1))).toBe(-90)
    await assertInvariants()
  })

  test('T5: sale and void at once, over two connections, leave nothing of the sale', async () => {
    const sold = Array.from({ length: 20 }, sale)
    // Of the next shift: the lock of the shift is another one.
    const voids = sold.toReversed().map((one) => voidOf(one, { shift: 'next' }))
    const both = () => Promise.all([report(sold), report(voids)])
    expect(await change(both)).toBe(0)
    await assertInvariants()
  })
})

describe('applyReport: erased accounts', () => {
  test('an erased account leaves its sales without code, card and plate, and gets no more of them', async () => {
    const { rows } = await database.client.query<{
      id: string
      code: string
      card: string
      plate: string
    }>(
      `select p.id, l.code, l.client_card_number as card, v.plate from person p
    join loyalty l on l.person_id = p.id and l.ended_at is null join vehicle v on v.loyalty_code = l.code
    where not exists (select from debt d where d.person_id = p.id) order by l.code limit 1`,
    )
    const [person] = rows
    if (!person) throw new Error('no person without debts')
    const { id: personId, code: loyaltyCode, card: cardNumber, plate } = person
    const old = '2019-01-01T10:00:00-03:00'
    const sales = [
      reportedSale(ticket(), 10, { loyaltyCode, plate }),
      reportedSale(ticket(), 10, { plate, datetime: old }),
      reportedSale(ticket(), 10, { cardNumber, datetime: old }),
      reportedSale(ticket(), 10, { loyaltyCode, datetime: old }),
    ]
    expect(await results(sales)).toEqual(['accepted', 'unmatched', 'unmatched', 'unmatched'])
    await database.db.transaction((tx) =>
      eraseAccount(tx, { personId, delayKeys: [], now: FIXED_DATE }),
    )
    const named = await database.client.query(
      'select from sale_event where member_code = $1 or member_card = $2 or member_plate = $3',
      [loyaltyCode, cardNumber, plate],
    )
    expect(named.rowCount).toBe(0)
    expect(await results(sales)).toEqual(sales.map(() => 'duplicate'))
    // Of the content all but the plate is known: its hash would tell whether a guessed plate is right.
    expect(await results([{ ...sales[0]!, plate: 'XYZ9999' }])).toEqual(['duplicate'])
    const hashes = await database.client.query<{ hash: Buffer }>(
      'select content_hash as hash from sale_event where ticket = any($1)',
      [sales.map((one) => one.ticket)],
    )
    expect(hashes.rows.map(({ hash }) => hash.length)).toEqual([0, 0, 0, 0])
    const late = reportedSale(ticket(), 10, { loyaltyCode, plate })
    expect(await results([late])).toEqual(['unmatched'])
    await assertInvariants()
  })
})
