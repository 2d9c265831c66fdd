import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { KIND_NAMES, type KindName } from '#contract/console/objectKinds.ts'
import type { ObjectRow } from '#contract/console/objectPage.ts'
import { objects } from '#contract/operator/objects.ts'
import { totals } from '#contract/operator/totals.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { reportedSale } from '#testing/fixtures/reportedItems.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { type Person, testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = testServerForFile()
let elena: Person
beforeAll(async () => {
  elena = await server.as('elena')
  const till = await enrolTestTerminal(server, 'E004')
  const sales = [1, 2, 3, 5, 8].map((litres) => reportedSale(`T${litres}`, litres))
  accepted(await till.call(reportSales, { items: sales }))
})

type Filters = Record<string, string>
type First = 'newest' | 'oldest'

/** All rows of a list, read in pages. */
async function rowsOf(kind: KindName, filters: Filters = {}, first: First = 'newest') {
  const rows: ObjectRow[] = []
  let after = ''
  do {
    const page = accepted(await elena.call(objects, { kind, filters, first, count: 200, after }))
    rows.push(...page.rows)
    after = page.next
  } while (after !== '')
  return rows
}

const centsOf = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
  rows.reduce(
    (all, { cells }) => all + (cells.find(({ cents }) => cents !== undefined)?.cents ?? 0),
    0,
  )

describe('totals', () => {
  test.each(KIND_NAMES)('of the kind %s are those of the rows of its list', async (kind) => {
    const rows = await rowsOf(kind)
    const { count, isMore, sums } = accepted(await elena.call(totals, { kind }))
    expect({ count, isMore }).toEqual({ count: rows.length, isMore: false })
    if (sums.length > 0) expect(sums.reduce((all, { cents }) => all + cents, 0)).toBe(centsOf(rows))
  })

  test.each(KIND_NAMES)(
    'the list of the kind %s is turned round where a column is sorted',
    async (kind) => {
      const { columns } = accepted(await elena.call(objects, { kind }))
      if (!columns.some(({ sorted }) => sorted)) return
      const ids = async (first: First) => (await rowsOf(kind, {}, first)).map(({ id }) => id)
      expect(await ids('oldest')).toEqual((await ids('newest')).toReversed())
    },
  )

  test('of payments and sales follow every amount and period', async () => {
    for (const kind of ['payment', 'sale'] as const) {
      const all = await rowsOf(kind)
      const moneyOf = (row: (typeof all)[number]) =>
        row.cells.find(({ cents }) => cents !== undefined)?.cents ?? 0
      const dayOf = (row: (typeof all)[number]) =>
        row.cells.find(({ stamp }) => stamp !== undefined)?.stamp?.slice(0, 8) ?? ''
      const [amounts, days] = [all.map(moneyOf), all.map(dayOf)]
      const oneOf = <T>(values: T[]) => fc.option(fc.constantFrom(...values), { nil: '' as const })
      await fc.assert(
        fc.asyncProperty(
          oneOf(amounts),
          oneOf(amounts),
          oneOf(days),
          oneOf(days),
          async (from, until, first, last) => {
            const filters = {
              amount: from === '' && until === '' ? '' : `${from}-${until}`,
              period: first === '' && last === '' ? '' : `${first}-${last}`,
            }
            const expected = all.filter(
              (row) =>
                (from === '' || moneyOf(row) >= from) &&
                (until === '' || moneyOf(row) <= until) &&
                (first === '' || dayOf(row) >= first) &&
                (last === '' || dayOf(row) <= last),
            )
            const found = await rowsOf(kind, filters)
            expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
            const { count, sums } = accepted(await elena.call(totals, { kind, filters }))
            expect(count).toBe(expected.length)
            expect(sums.reduce((sum, { cents }) => sum + cents, 0)).toBe(centsOf(expected))
          },
        ),
        { numRuns: 30 },
      )
    }
  })

  test('a payer is found by the whole email or the id, and shown masked', async () => {
    const ana = await server.owner.query<{ id: string }>(
      "select id from person where email = 'ana@demo.surtidor.uy'",
    )
    const id = ana.rows[0]?.id ?? ''
    const ask = async (driver: string) =>
      accepted(await elena.call(objects, { kind: 'payment', filters: { driver }, count: 200 }))
    const [byId, byEmail] = [await ask(id), await ask('ANA@demo.surtidor.uy')]
    const paid = await server.owner.query(
      'select id from payment_attempt where person_id = $1 order by created_at desc, id desc',
      [id],
    )
    expect(byId.rows.map((row) => ({ id: row.id }))).toEqual(paid.rows)
    expect(byEmail.rows).toEqual(byId.rows)
    expect(byId.filterTexts).toEqual({ driver: expect.stringMatching(/^Ana \w\.$/) as string })
    expect((await ask('nadie@demo.surtidor.uy')).rows).toEqual([])
  })

  test('numbers of a person are a filter of administrators alone, and what finds nothing is recorded', async () => {
    const diego = await server.as('diego')
    for (const filters of [{ plate: 'ZZZ9999' }, { card: '60000999' }] as Filters[]) {
      const ask = { kind: 'sale', filters } as const
      for (const contract of [objects, totals]) {
        const { responseHeader } = await diego.call(contract, ask)
        expect(responseHeader.reason).toBe('invalid_request')
      }
      const before = await missed()
      expect(accepted(await elena.call(objects, ask)).rows).toEqual([])
      expect(accepted(await elena.call(totals, ask)).count).toBe(0)
      expect(await missed()).toBe(before + 2)
    }
  })
})

const missed = async (): Promise<number> =>
  (
    await server.owner.query<{ count: number }>(
      "select count(*)::int as count from audit where action = 'searchMissed'",
    )
  ).rows[0]?.count ?? 0
