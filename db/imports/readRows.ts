import { pipeline, Readable } from 'node:stream'
import { CsvError, parse as createCsvParser, type Info, type Options } from 'csv-parse'
import { parse as parseJson } from 'secure-json-parse'
import { cleanText } from '#contract/fields/cleanText.ts'
import { MAX_ROW_BYTES } from '#db/imports/decodeText.ts'
import { type Field, folded } from '#db/imports/field.ts'
import { ImportRefused } from '#db/imports/importRefused.ts'

type Columns = Readonly<Record<string, Field>>

/** How a file was read; shown to who imports it. */
export interface Layout {
  format: 'CSV' | 'JSON'
  /** Empty for JSON. */
  separator: string
  /** The names of the columns that the file has, in the order of the kind. */
  columns: string[]
}

/** A row of a file: its line, and a cell for each column of the kind, trimmed; empty when it has none. */
export interface FileRow {
  line: number
  cells: string[]
  /** Number of cells of a row that has not as many as the heading. */
  wrongCount?: number
  /** What it has in cells without a column. */
  others?: string
}

/** Most columns of a heading, whatever their names. */
const MAX_COLUMNS = 100

/**
 * The rows of a CSV file with a heading, or of JSON: one object per line, also inside an array.
 * @param text pieces of whole lines
 * @param onLayout is called before the first row
 * @throws ImportRefused for what is neither, and for columns that are missing, repeated or unknown
 */
export async function* readRows(
  text: AsyncGenerator<string>,
  columns: Columns,
  onLayout: (layout: Layout) => void,
): AsyncGenerator<FileRow> {
  const first = await text.next()
  if (first.done || first.value.trim() === '')
    throw new ImportRefused('el archivo está vacío: la plantilla muestra qué columnas lleva.')
  async function* whole() {
    yield first.value as string
    yield* text
  }
  yield* /^\s*[[{]/.test(first.value)
    ? readJson(whole(), columns, onLayout)
    : readCsv(whole(), first.value, columns, onLayout)
}

async function* readCsv(
  text: AsyncGenerator<string>,
  beginning: string,
  columns: Columns,
  onLayout: (layout: Layout) => void,
): AsyncGenerator<FileRow> {
  const first = beginning.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  // Excel writes the separator in a line of its own.
  const named = /^"?sep=(.)"?$/i.exec(first)?.[1]
  const separator = named ?? separatorOf(first)
  const options = { delimiter: separator, from_line: named === undefined ? 1 : 2 }
  let places: number[] | undefined
  let width = 0
  for await (const { record, info } of csvRecords(text, options)) {
    if (!places) {
      places = placesOf(record, columns)
      width = record.length
      onLayout({ format: 'CSV', separator, columns: present(columns, places) })
      continue
    }
    if (record.every((cell) => cell.trim() === '')) continue
    const line = info.lines
    const cells = places.map((place) => cleanText(record[place] ?? '').trim())
    const others = record
      .filter((cell, place) => cell.trim() !== '' && !places?.includes(place))
      .join(';')
    // A spreadsheet may end each line with more separators.
    const isWhole = record.length >= width && record.slice(width).join('').trim() === ''
    const row = { line, cells, ...(others && { others }) }
    yield isWhole ? row : { ...row, wrongCount: record.length }
  }
}

/**
 * The records of a CSV text, which need not have equal numbers of cells, without empty lines.
 * @throws ImportRefused for quotes that are wrong, and for a record of more than `MAX_ROW_BYTES`
 */
export async function* csvRecords(
  text: AsyncIterable<string> | Iterable<string>,
  options: Options,
): AsyncGenerator<{ record: string[]; info: Info }> {
  const parser = createCsvParser({
    ...options,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
  })
  // An error of either ends the other, and reaches the loop below.
  pipeline(Readable.from(text), parser, () => {})
  try {
    yield* parser as AsyncIterable<{ record: string[]; info: Info }>
  } catch (error) {
    throw error instanceof CsvError ? new ImportRefused(csvSentence(error)) : error
  }
}

/** The character that separates most cells of the heading. */
export function separatorOf(heading: string): string {
  const count = (separator: string) => heading.split(separator).length
  return [';', ',', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ';'
}

function csvSentence({ code, lines }: CsvError & { lines?: number }): string {
  const line = lines ?? 1
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE')
    return `hay unas comillas que se abren y no se cierran, o una fila de más de ${MAX_ROW_BYTES / 1024} KB, cerca de la línea ${line}: corregilas y probá de nuevo.`
  return `la línea ${line} tiene comillas mal puestas: una celda con comillas va entera entre comillas, y las de adentro van dobles.`
}

/** The place of each column of the kind in a heading; -1 when the file does not have an optional one. */
function placesOf(heading: readonly string[], columns: Columns): number[] {
  if (heading.length > MAX_COLUMNS)
    throw new ImportRefused(
      `el archivo tiene ${heading.length} columnas, y como mucho puede tener ${MAX_COLUMNS}: ${names(columns)}.`,
    )
  const given = heading.map((name) => folded(cleanText(name)))
  const wanted = Object.keys(columns)
  const unknown = given.filter((name) => name !== '' && !wanted.includes(name))
  const missing = wanted.filter((name) => !columns[name]?.isOptional && !given.includes(name))
  const repeated = given.find((name, place) => name !== '' && given.indexOf(name) !== place)
  if (missing.length > 0)
    throw new ImportRefused(
      `faltan columnas: ${missing.join(', ')}. La primera línea nombra las columnas: ${names(columns)}.`,
    )
  if (repeated !== undefined)
    throw new ImportRefused(`la columna «${repeated.slice(0, 40)}» está dos veces: dejá una sola.`)
  if (unknown.length > 0)
    throw new ImportRefused(
      `no se conocen estas columnas: ${unknown
        .map((name) => name.slice(0, 40))
        .slice(0, 10)
        .join(', ')}. Las que valen son ${names(columns)}.`,
    )
  return wanted.map((name) => given.indexOf(name))
}

const names = (columns: Columns) => Object.keys(columns).join(', ')
const present = (columns: Columns, places: readonly number[]) =>
  Object.keys(columns).filter((_, place) => (places[place] ?? -1) >= 0)

async function* readJson(
  text: AsyncGenerator<string>,
  columns: Columns,
  onLayout: (layout: Layout) => void,
): AsyncGenerator<FileRow> {
  let line = 0
  let isKnown = false
  const known = new Set(Object.keys(columns))
  for await (const piece of text)
    for (const raw of piece.replace(/\r?\n$/, '').split('\n')) {
      line += 1
      const object = raw.trim().replace(/,$/, '')
      if (['', '[', ']'].includes(object)) continue
      for (const row of objectsOf(object, line)) {
        const given = Object.keys(row)
        // A field without a value may be left out: each row decides whether that is an error.
        if (!isKnown || !given.every((name) => known.has(name)))
          placesOf([...new Set([...given, ...known])], columns)
        if (!isKnown) onLayout({ format: 'JSON', separator: '', columns: given })
        isKnown = true
        const others = given.filter((name) => !known.has(name)).map((name) => cellOf(row[name]))
        const cells = Object.keys(columns).map((name) => cellOf(row[name]))
        yield { line, cells, ...(others.length > 0 && { others: others.join(';') }) }
      }
    }
}

function objectsOf(text: string, line: number): Record<string, unknown>[] {
  let sentence = `la línea ${line} no es JSON con un objeto por línea: escribí cada fila, entera, en una línea.`
  try {
    const read: unknown = parseJson(text, asWritten)
    const objects = Array.isArray(read) ? (read as unknown[]) : [read]
    if (objects.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))) {
      if (namesIn(text) === namesOf(objects)) return objects as Record<string, unknown>[]
      sentence = `la línea ${line} da dos veces la misma columna: dejá una sola.`
    }
  } catch {
    // The sentence says what a line has to be.
  }
  throw new ImportRefused(sentence)
}

/** A number as the text that it was written by: JavaScript rounds those of more than 15 digits. */
const asWritten = (_name: string, value: unknown, { source }: { source?: string } = {}) =>
  typeof value === 'number' ? (source ?? String(value)).replace(/e(?=\d)/i, 'E+') : value

/** How many names the objects of a text have, as they are written. */
const namesIn = (text: string): number =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon).length
/** The same of read objects, in which the last of two equal names is left. */
const namesOf = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce<number>(
        (sum, inner) => sum + namesOf(inner),
        Array.isArray(value) ? 0 : Object.keys(value).length,
      )

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? cleanText(value).trim() : JSON.stringify(value)
}
