import { PLAIN_COLUMNS, TANKFUL } from '#contract/entities/car/carFile.ts'
import { folded } from '#db/imports/field.ts'
import { ImportRefused } from '#db/imports/importRefused.ts'
import { type CarFileBuilder, kindOf, productOf } from '#server/car/files/carFile.ts'
import type { FileRow } from '#server/car/files/cells.ts'

const COLUMNS = Object.entries(PLAIN_COLUMNS)

/** A CSV file with a heading in Spanish, of a spreadsheet or of the app. A row with litres is a tankful. */
export function readPlainCsv(builder: CarFileBuilder, rows: readonly FileRow[]): void {
  const [heading, ...others] = rows
  const given = heading?.cells.map(folded) ?? []
  const at = Object.fromEntries(
    COLUMNS.map(([column, names]) => [
      column,
      given.findIndex((name) => names.some((one) => folded(one) === name)),
    ]),
  )
  if (at.datetime === -1 || at.amount === -1)
    throw new ImportRefused(
      `no parece de Fuelio ni de Drivvo, y para leerlo como CSV la primera línea tiene que nombrar las columnas, por lo menos Fecha e Importe. Las que se leen son ${COLUMNS.map(([, [name]]) => name).join(', ')}.`,
    )
  for (const { line, cells } of others) {
    const texts = Object.fromEntries(
      Object.entries(at).map(([column, place]) => [
        column,
        // What the app puts before a text that begins like a formula.
        cells[place]?.replace(/^'(?=\s*[=+\-@＝＋－＠])/, ''),
      ]),
    ) as Record<keyof typeof PLAIN_COLUMNS, string | undefined>
    const { plate = '', kind = '', product, currency = '', ...entry } = texts
    const vehicle = builder.vehicle(plate, plate)
    if (!/^(?:|\$u?|uyu|pesos.*)$/.test(folded(currency)))
      builder.problems.push({ row: line, sentence: 'Solo se anotan importes en pesos.' })
    else if (kind === TANKFUL || entry.millilitres)
      builder.add(line, vehicle, 'fuel', { ...entry, product: productOf(product) })
    else builder.add(line, vehicle, kindOf(kind), entry)
  }
}
