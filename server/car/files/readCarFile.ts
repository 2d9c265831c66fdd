import { Readable } from 'node:stream'
import { decodeText, newTextFacts } from '#db/imports/decodeText.ts'
import { folded } from '#db/imports/field.ts'
import { ImportRefused } from '#db/imports/importRefused.ts'
import { type CarFile, CarFileBuilder } from '#server/car/files/carFile.ts'
import { rowsOf, sectionsOf } from '#server/car/files/cells.ts'
import { readDrivvo } from '#server/car/files/readDrivvo.ts'
import { readFuelio } from '#server/car/files/readFuelio.ts'
import { readPlainCsv } from '#server/car/files/readPlainCsv.ts'

/** Units of headings that are neither kilometres nor litres: a log with two units would give wrong figures. */
const OTHER_UNIT = /\bmi\b|\bmil(?:es?|las?|has?)\b|\bgal|\bkwh\b|\bkg\b/

/** Bytes. */
const PIECE = 64 * 1024

/**
 * The log in a file of Fuelio or Drivvo, or in a CSV file with a heading.
 * @param today `yyyyMMdd`
 * @throws ImportRefused when it cannot be read as a whole
 */
export async function readCarFile(content: Buffer, today: string): Promise<CarFile> {
  // Drivvo may end its lines with CR alone.
  const lines = content.toString('latin1').replaceAll(/\r\n?/g, '\n')
  const bytes = Buffer.from(lines, 'latin1')
  const pieces = Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, place) =>
    bytes.subarray(place * PIECE, (place + 1) * PIECE),
  )
  const text: string[] = []
  for await (const piece of decodeText(Readable.from(pieces), newTextFacts())) text.push(piece)
  const rows = await rowsOf(text)
  const sections = sectionsOf(rows)
  const headings = sections.size > 0 ? [...sections.values()].map(({ heading }) => heading) : rows
  const unit = headings
    .slice(0, Math.max(1, sections.size))
    .flatMap(({ cells }) => cells)
    .find((cell) => OTHER_UNIT.test(folded(cell)))
  if (unit !== undefined)
    throw new ImportRefused(
      `el archivo está en «${unit.slice(0, 40)}»: pasalo a kilómetros y litros y probá de nuevo.`,
    )
  const builder = new CarFileBuilder(today, sections.size === 0)
  if (sections.size === 0) readPlainCsv(builder, rows)
  else if (sections.has('log')) readFuelio(builder, sections)
  else readDrivvo(builder, sections)
  const { problems } = builder
  const vehicles = builder.vehicles.filter(({ entries }) => entries.length > 0)
  if (vehicles.length === 0 && problems.length === 0)
    throw new ImportRefused(
      'no encontramos ninguna carga ni ningún gasto: tiene que ser un archivo de Fuelio, de Drivvo, o un CSV que nombre sus columnas.',
    )
  for (const { entries } of vehicles)
    entries.sort((a, b) => (a.datetime < b.datetime ? -1 : a.datetime > b.datetime ? 1 : 0))
  return { vehicles, problems: problems.toSorted((a, b) => a.row - b.row) }
}
