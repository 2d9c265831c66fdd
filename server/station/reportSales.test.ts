import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { REJECTIONS } from '#contract/entities/reportedItem.ts'
import { DATETIME_FORM } from '#contract/fields/instant.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { revokeTerminal } from '#db/stations/terminals.ts'
import { saleEvent } from '#db/tables/sales.ts'
import { waitForBlocked } from '#testing/database/lockHolder.ts'
import { cfe, reportedSale, returnOf, superSold, voidOf } from '#testing/fixtures/reportedItems.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal, terminalWith } from '#testing/station/testTerminal.ts'
import { widenBounds } from '#testing/station/wideBounds.ts'

const ANA = '60000001'
const server = testServerForFile({ checked: true })
type Till = Awaited<ReturnType<typeof enrolTestTerminal>>
let till: Till
beforeAll(async () => {
  await widenBounds(server.owner)
  till = await enrolTestTerminal(server)
})

const report = async (items: unknown[], by: Pick<Till, 'call'> = till) =>
  accepted(await by.call(reportSales, { items: items })).results
const rowsOf = async (table: 'sale_event' | 'terminal_batch') =>
  (await server.owner.query<{ count: number }>(`select count(*)::int from ${table}`)).rows[0]?.count

const sale = (ticket: string) => reportedSale(ticket, 10, { loyaltyCode: ANA })

describe('reportSales', () => {
  test('the driver sees the purchase, its points, and what a void and a return took back', async () => {
    const [sold, voided] = [sale('A1'), sale('A2')]
    expect(await report([sold, voided, returnOf(sold, 'A3', 4), voidOf(voided)])).toEqual([
      { result: 'accepted', points: 30 },
      { result: 'accepted', points: 30 },
      { result: 'accepted' },
      { result: 'accepted' },
    ])
    const ana = await server.as('ana')
    const period = {
      loyaltyCode: ANA,
      clientRUT: '',
      branchCode: '',
      dateFrom: '20260906000000',
      dateTo: '20260907235959',
    }
    const bought = accepted(await ana.call(movements, period)).movements
    expect(bought.slice(0, 2)).toMatchObject([
      { datetime: '20260906120000', product: 'super', millilitres: 10_000, points: 30 },
      { datetime: '20260906120000', branchCode: 'E001', amount: 76_880, points: 30 },
    ])
    const statement = accepted(await ana.call(accountStatus, period)).accountStatus
    const [name] = (await server.owner.query(`select name from branch where code = 'E001'`)).rows
    const lines = statement.movements.slice(0, 4).map(({ concept, points }) => [points, concept])
    expect(lines.toSorted()).toEqual(
      [
        [30, `Super en ${name.name}`],
        [30, `Super en ${name.name}`],
        [-12, `Devolución de tu compra de Super en ${name.name}`],
        [-30, `Anulación de tu compra de Super en ${name.name}`],
      ].toSorted(),
    )
  })

  const LINE = superSold(10)
  const withLine = (given: object) => ({ lines: [{ ...LINE, ...given }] })
  const withPayment = (given: object) => ({ payments: [{ means: 'cash', amount: 1, ...given }] })
  test.each<[field: string, reason: keyof typeof REJECTIONS, given: object]>([
    ['kind', 'invalid', { kind: 'gift' }],
    ['kind', 'missing', { kind: undefined }],
    ['cfe.rut', 'invalid', { cfe: { ...cfe(1), rut: '211234560010' } }],
    ['cfe.type', 'unknown_value', { cfe: { ...cfe(1), type: 7 } }],
    ['cfe.series', 'invalid', { cfe: { ...cfe(1), series: 'Ñ' } }],
    ['cfe.number', 'out_of_range', { cfe: cfe(0) }],
    ['ticket', 'missing', { ticket: undefined }],
    ['ticket', 'invalid', { ticket: 12 }],
    ['ticket', 'invalid', { ticket: 'nul \0' }],
    ['shift', 'invalid', { shift: '' }],
    ['attendant', 'invalid', { attendant: 'a'.repeat(21) }],
    ['datetime', 'missing', { datetime: null }],
    ['datetime', 'invalid', { datetime: '2026-09-06T12:00:00' }],
    ['datetime', 'invalid', { datetime: '2026-02-30T12:00:00-03:00' }],
    ['datetime', 'invalid', { datetime: '6/9/2026 12:00' }],
    ['datetime', 'future', { datetime: '2031-01-01T12:00:00-03:00' }],
    ['datetime', 'future', { datetime: '2026-09-07T12:10:01-03:00' }],
    ['datetime', 'too_old', { datetime: '2025-08-01T12:00:00-03:00' }],
    ['lines', 'out_of_range', { lines: [] }],
    ['lines', 'out_of_range', { lines: Array.from({ length: 61 }, () => LINE) }],
    ['lines', 'missing', { lines: undefined }],
    ['lines.0', 'invalid', { lines: [7] }],
    ['lines.0.product', 'unknown_value', withLine({ product: 'nafta' })],
    ['lines.0.millilitres', 'out_of_range', withLine({ millilitres: -1 })],
    ['lines.0.millilitres', 'out_of_range', withLine({ millilitres: 10_000_000 })],
    ['lines.0.millilitres', 'invalid', withLine({ millilitres: 0.5 })],
    ['lines.0.unitPrice', 'invalid', withLine({ unitPrice: '7688' })],
    ['lines.0.millilitres', 'out_of_range', withLine({ product: 'store' })],
    ['lines.0.amount', 'missing', withLine({ amount: undefined })],
    ['lines.0.amount', 'out_of_range', withLine({ amount: -76_880 })],
    ['lines.0.amount', 'amount_differs', withLine({ amount: 76_920 })],
    ['currency', 'unknown_value', { currency: '978' }],
    ['currency', 'missing', { currency: undefined }],
    ['payments', 'out_of_range', { payments: [] }],
    ['payments.0.means', 'unknown_value', withPayment({ means: 'cheque' })],
    ['payments.0.amount', 'out_of_range', withPayment({ amount: -1 })],
    ['payments.0.rrn', 'invalid', withPayment({ rrn: '12' })],
    ['payments.0.lastFour', 'invalid', withPayment({ lastFour: '42424' })],
    ['loyaltyCode', 'invalid', { loyaltyCode: 'a b' }],
    ['cardNumber', 'invalid', { cardNumber: '12' }],
    ['plate', 'invalid', { plate: 'SAB_1234' }],
  ])('rejects a wrong %s alone (%s)', async (field, reason, given) => {
    const bad = { ...reportedSale('bad', 10), ...given }
    const before = await rowsOf('sale_event')
    const sentence =
      field === 'datetime' && reason === 'invalid' ? DATETIME_FORM : REJECTIONS[reason]
    expect(await report([bad, sale('A1')])).toEqual([
      { result: 'rejected', field, reason, sentence },
      { result: 'duplicate', first: 'accepted', points: 30 },
    ])
    expect(await rowsOf('sale_event')).toBe(before)
  })

  test.each<[field: string, reason: keyof typeof REJECTIONS, item: object]>([
    ['', 'invalid', [] as object],
    ['sale', 'missing', { ...voidOf(sale('A1')), sale: undefined }],
    ['sale', 'invalid', { ...voidOf(sale('A1')), sale: { ticket: 'A1' } }],
    ['sale.date', 'invalid', { ...voidOf(sale('A1')), sale: { ticket: 'A1', date: '6/9/2026' } }],
    [
      'lines.0.line',
      'out_of_range',
      returnOf(sale('A1'), 'B1', 0, { lines: [{ line: 0, millilitres: 0, amount: 1 }] }),
    ],
    [
      'lines.0.amount',
      'out_of_range',
      returnOf(sale('A1'), 'B1', 0, { lines: [{ line: 1, millilitres: 0, amount: -1 }] }),
    ],
    [
      'lines',
      'invalid',
      returnOf(sale('A1'), 'B1', 0, {
        lines: [1, 1].map((line) => ({ line, millilitres: 0, amount: 1 })),
      }),
    ],
    [
      'lines.0.line',
      'unknown_line',
      returnOf(sale('A1'), 'B1', 0, { lines: [{ line: 2, millilitres: 0, amount: 1 }] }),
    ],
    ['lines.0.millilitres', 'exceeds_sale', returnOf(sale('A1'), 'B1', 11)],
  ])('rejects a void or a return with a wrong %s alone (%s)', async (field, reason, item) => {
    expect(await report([item])).toEqual([
      { result: 'rejected', field, reason, sentence: REJECTIONS[reason] },
    ])
  })

  test('T1: a batch that is sent again, with its number or with another, has no effect', async () => {
    const items = [sale('C1'), sale('C2')]
    const header = { auditNumber: 'sent-twice' }
    const first = await till.call(reportSales, { items }, { header })
    const again = await till.call(reportSales, { items }, { header })
    expect(accepted(again).results).toEqual(accepted(first).results)
    expect(again.responseHeader.rrn).toBe(first.responseHeader.rrn)
    const stored = await rowsOf('terminal_batch')
    expect(await report(items)).toMatchObject([{ result: 'duplicate' }, { result: 'duplicate' }])
    expect(await rowsOf('terminal_batch')).toBe((stored ?? 0) + 1)
  })

  test('T1: one batch twice at once over two connections has one effect', async () => {
    const items = Array.from({ length: 60 }, (_, place) => sale(`D${place}`))
    const [one, other] = await Promise.all([report(items), report(items)])
    const firsts = [...one, ...other].filter(({ result }) => result === 'accepted')
    expect(firsts).toHaveLength(60)
    expect([...one, ...other].filter(({ first }) => first === 'accepted')).toHaveLength(60)
  })

  test('T1: two terminals with one ticket number sell twice', async () => {
    const other = await enrolTestTerminal(server)
    expect(await report([sale('E1')])).toMatchObject([{ result: 'accepted' }])
    expect(await report([sale('E1')], other)).toMatchObject([{ result: 'accepted' }])
  })

  test('stores the bytes of a batch as evidence, of rejected items too', async () => {
    await report([{ kind: 'sale', ticket: 'EVIDENCE' }])
    const { rows } = await server.owner.query<{ body: Buffer; terminal_id: string }>(
      'select body, terminal_id from terminal_batch order by received_at desc, body desc',
    )
    const found = rows.find(({ body }) => body.toString().includes('EVIDENCE'))
    expect(found?.terminal_id).toBe(till.id)
  })

  test('answers 413 with the limit to more than 500 items and to a body of more than 1 MiB', async () => {
    const many = await till.call(reportSales, {
      items: Array.from({ length: 501 }, () => 0) as never,
    })
    expect(many).toMatchObject({ status: 413, maxItems: 500, maxBytes: 1_048_576 })
    const long = await till.call(reportSales, { items: ['x'.repeat(1_048_576)] as never })
    expect(long).toMatchObject({ status: 413, maxBytes: 1_048_576 })
    const none = await till.call(reportSales, { items: [] })
    expect(none.responseHeader).toMatchObject({ responseCode: '05', reason: 'invalid_request' })
  })

  test('500 items are answered each, in order', async () => {
    const items = Array.from({ length: 500 }, (_, place) =>
      place % 2 ? reportedSale(`G${place}`, 1) : { ...reportedSale(`G${place}`, 1), shift: 7 },
    )
    const results = (await report(items)).map(({ result }) => result)
    expect(results).toEqual(items.map((_, place) => (place % 2 ? 'unmatched' : 'rejected')))
  })

  /** A second server, on which `fault` runs once between the two transactions of a batch of 150 sales. */
  async function withFault(of: Till, fault: () => Promise<unknown>, at = 210) {
    let numbers = 0
    const other = await server.second({
      // A transaction takes 100 items, with two numbers each: the second one has not begun.
      rrn: async () => {
        numbers += 1
        if (numbers === at) await fault()
        return await server.context.rrn()
      },
    })
    return terminalWith(of.key, other)
  }
  const storedOf = async ({ id }: Till) =>
    await server.context.db.$count(saleEvent, eq(saleEvent.terminalId, id))
  const many = (letter: string) =>
    Array.from({ length: 150 }, (_, place) => reportedSale(`${letter}${place}`, 1))

  test('T2: a batch that a failure cut off is completed by its repeat, and nothing is stored twice', async () => {
    const cut = await enrolTestTerminal(server)
    const client = await withFault(cut, () => Promise.reject(new Error('the server fails')))
    const [items, header] = [many('I'), { auditNumber: 'cut-off' }]
    expect((await client.call(reportSales, { items }, { header })).status).toBe(500)
    expect(await storedOf(cut)).toBe(100)
    const { results } = accepted(await cut.call(reportSales, { items }, { header }))
    const firsts = results.map(({ result, first }) => first ?? result)
    expect(firsts).toEqual(items.map(() => 'unmatched'))
    expect(results.filter(({ result }) => result === 'duplicate')).toHaveLength(100)
    expect(await storedOf(cut)).toBe(150)
  })

  test('a revocation within a batch ends it, and what was committed is stored', async () => {
    const { db, now } = server.context
    /** Reports a batch; while its first transaction runs, the revocation waits for the terminal. */
    const reportRevoked = async (letter: string) => {
      const revoked = await enrolTestTerminal(server)
      let revocation: Promise<unknown> | undefined
      const client = await withFault(
        revoked,
        async () => {
          revocation = revokeTerminal(db, revoked.id, { actorId: null, now: now() })
          await waitForBlocked(server.owner, 1)
        },
        110,
      )
      const { responseHeader } = await client.call(reportSales, { items: many(letter) })
      await revocation
      return { ...responseHeader, stored: await storedOf(revoked) }
    }
    // PostgreSQL may give the lock to the second transaction first, which then ends as usual.
    let answer = await reportRevoked('H0-')
    for (let round = 1; answer.stored === 150 && round < 30; round += 1) {
      expect(answer.responseCode).toBe('00')
      answer = await reportRevoked(`H${round}-`)
    }
    expect(answer).toMatchObject({ responseCode: '88', reason: 'unknown_key', stored: 100 })
  })
})
