import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fuelioText, plainText } from '#app/features/car/carFiles.ts'
import { FUELIO_FUELS } from '#contract/entities/car/carFile.ts'
import { type LogEntry, TYPED_KINDS } from '#contract/entities/car/logEntry.ts'
import { ImportRefused } from '#db/imports/importRefused.ts'
import { cellText } from '#server/car/files/cells.ts'
import { readCarFile } from '#server/car/files/readCarFile.ts'
import { aLogEntry } from '#testing/fixtures/entities.ts'
import { parseCsv } from '#testing/fixtures/parseCsv.ts'

const read = (text: string) => readCarFile(Buffer.from(text), '20891231')
/** Without digits, of which some are card numbers; an apostrophe before a formula is the app's own. */
const text = (most: number) =>
  fc
    .string({ maxLength: most, unit: 'binary' })
    .map((one) =>
      cellText(one.replaceAll(/\p{Nd}/gu, ''))
        .slice(0, most)
        .toWellFormed()
        .trim(),
    )
    .filter((one) => !one.startsWith("'"))
const entry: fc.Arbitrary<LogEntry> = fc
  .record({
    id: fc.uuid(),
    kind: fc.constantFrom(...Object.keys(TYPED_KINDS)),
    datetime: fc
      .date({ min: new Date('1990-01-01'), max: new Date('2089-12-30'), noInvalidDate: true })
      .map((date) => `${date.toISOString().replaceAll(/\D/g, '').slice(0, 12)}00`),
    odometer: fc.option(fc.integer({ min: 1, max: 9_999_999 })),
    amount: fc.nat(10 ** 10),
    place: text(80).filter((place) => !Object.values<string>(TYPED_KINDS).includes(place)),
    note: text(200),
    millilitres: fc.integer({ min: 1, max: 1_000_000 }),
    product: fc.constantFrom('', ...Object.keys(FUELIO_FUELS)),
    full: fc.boolean(),
    missed: fc.boolean(),
  })
  .map((one) => ({
    ...aLogEntry({ plateReported: false }),
    ...one,
    ...(one.kind !== 'fuel' && { millilitres: 0, product: '', full: false, missed: false }),
  }))
const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
/** What a file says of them. */
const told = (entries: readonly LogEntry[]) =>
  entries
    .map(({ kind, datetime, odometer, amount, place, note, ...one }) => {
      const { millilitres, product, full, missed, id } = one
      const ofFuel = { millilitres, product, full, missed }
      return { kind, datetime, odometer, amount, place, note, ...ofFuel, id }
    })
    .toSorted(byId)
async function readBack(written: string) {
  const { vehicles, problems } = await read(written)
  expect(problems).toEqual([])
  return vehicles
    .flatMap(({ entries }) => entries.map(({ guid: id, ...one }) => ({ ...one, id })))
    .toSorted(byId)
}
const log = fc.uniqueArray(entry, { selector: ({ id }) => id, minLength: 1 })

describe('the files of a car log', () => {
  test('of Fuelio are read back without a difference', async () => {
    await fc.assert(
      fc.asyncProperty(log, async (entries) => {
        const written = fuelioText('Clio', 'SAB1234', entries)
        expect(await readBack(written)).toEqual(told(entries))
        expect((await read(written)).vehicles).toMatchObject([{ name: 'Clio', plate: 'SAB1234' }])
      }),
    )
  })

  test('of a spreadsheet too, and no cell is taken for a formula', async () => {
    await fc.assert(
      fc.asyncProperty(log, async (entries) => {
        const written = plainText(entries)
        for (const cell of parseCsv(written).flat()) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
        expect(await readBack(written)).toEqual(told(entries))
      }),
    )
  })

  test('of any text are read or refused', async () => {
    const word = fc.constantFrom(
      ...'##Log|## Log|##Refuelling|##Costs|Fecha;Importe|Odo (km)|2026-01-01'.split('|'),
      ...'" , ; # 1 - . \n \r \0'.split(' '),
    )
    const given = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(word).map((all) => all.join('')),
    )
    await fc.assert(
      fc.asyncProperty(given, async (one) => {
        const { problems } = await read(one).catch((error: unknown) => {
          expect(error).toBeInstanceOf(ImportRefused)
          return { problems: [] }
        })
        expect(problems).toBeInstanceOf(Array)
      }),
    )
  })
})
