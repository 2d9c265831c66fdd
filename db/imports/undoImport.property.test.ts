import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { connectDb } from '#db/core/connection.ts'
import { ImportRefused } from '#db/imports/importRefused.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { freshDatabase } from '#testing/database/freshDatabase.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { debtsFile, importText, undo } from '#testing/imports/importFiles.ts'

const database = startForFile(() => freshDatabase('demo'))

/** A file of debts with amounts by reference; or the payment of one; or an import, by its place, to be undone. */
const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        file: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 3 }), {
          minKeys: 1,
        }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ pays: fc.constantFrom('a', 'b', 'c', 'd') }) },
    { weight: 2, arbitrary: fc.record({ undoes: fc.nat(5) }) },
  ),
  { minLength: 3, maxLength: 12 },
)

describe('undoImport', () => {
  test('T10: leaves the debts as a model of files, payments and undone imports has them', async () => {
    const { client } = database
    let run = 0
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        run += 1
        const name = (key: string) => `${run}-${key}`
        const debts = new Map<string, { amount: number; paid: boolean }>()
        /** By number: the amounts before; null: none. */
        const imports: { number: number; before: Map<string, number | null>; undone: boolean }[] =
          []
        for (const step of taken) {
          if ('pays' in step) {
            const found = debts.get(step.pays)
            if (found) found.paid = true
            await client.query(`update debt set state = 'PAID' where reference = $1`, [
              name(step.pays),
            ])
          } else if ('file' in step) {
            const rows = Object.entries(step.file)
            const changed = rows.filter(([key, amount]) => debts.get(key)?.amount !== amount)
            const isRejected = changed.some(([key]) => debts.get(key)?.paid)
            const file = debtsFile(
              rows.map(([key, importe]) => ({ referencia: name(key), importe })),
            )
            const { number, rejected } = await importText(client, 'debts', file)
            expect(rejected > 0).toBe(isRejected)
            expect(number !== null).toBe(!isRejected && changed.length > 0)
            if (number === null) continue
            imports.push({
              number,
              undone: false,
              before: new Map(changed.map(([key]) => [key, debts.get(key)?.amount ?? null])),
            })
            for (const [key, amount] of changed) debts.set(key, { amount, paid: false })
          } else {
            const place = step.undoes % Math.max(1, imports.length)
            const wanted = imports[place]
            if (!wanted) continue
            const mayBeUndone =
              !wanted.undone &&
              [...wanted.before.keys()].every((key) => !debts.get(key)?.paid) &&
              !imports
                .slice(place + 1)
                .some(
                  (later) =>
                    !later.undone && [...later.before.keys()].some((key) => wanted.before.has(key)),
                )
            const outcome = await undo(client, wanted.number).then(
              () => true,
              (error: unknown) => !(error instanceof ImportRefused) && error,
            )
            expect(outcome).toBe(mayBeUndone)
            if (!mayBeUndone) continue
            wanted.undone = true
            for (const [key, amount] of wanted.before)
              if (amount === null) debts.delete(key)
              else debts.set(key, { amount, paid: false })
          }
        }
        const { rows } = await client.query<{ reference: string; amount: number; paid: boolean }>(
          `select reference, (amount / 100)::int as amount, state = 'PAID' as paid from debt where reference like $1 order by 1`,
          [name('%')],
        )
        expect(rows).toEqual(
          [...debts].toSorted().map(([key, debt]) => ({ reference: name(key), ...debt })),
        )
      }),
      { numRuns: 25 },
    )
    const opened = await connectDb(database.url, 1, TEST_SECRET, 0)
    const violated = await checkInvariants(opened.db)
    await opened.close()
    expect(violated.filter(({ code }) => code === 'T10')).toEqual([])
  })
})
