import { type SQL, sql } from 'drizzle-orm'
import { containsCardNumber } from '#contract/fields/cardNumber.ts'
import { DOLLARS, PESOS } from '#contract/money.ts'
import type { Db } from '#db/core/db.ts'
import type { Field } from '#db/imports/field.ts'
import type { ImportKind } from '#db/imports/importKind.ts'
import { ImportRefused } from '#db/imports/importRefused.ts'
import type { FileRow } from '#db/imports/readRows.ts'

/** Rows per insert: while the database takes one, the next is read. */
const BATCH = 10_000
/** Rows that are shown as they were understood. */
const SAMPLE = 3
/** Places of card numbers that a refusal names. */
const MAX_PLACES = 10
/** Most characters of a cell that are shown again. */
const MAX_FOUND = 80

/** A cell that was refused: its line and column, what it says, what should stand there and what to do. */
type Rejection = [line: number, column: string, found: string, expected: string, remedy: string]
const REJECTED = ['int', 'text', 'text', 'text', 'text']

/** The first rows of a file, as they were understood: line, and values by column. */
export type Sample = { line: number; values: Record<string, string> }[]

/**
 * Reads the rows of a file into the temporary tables `staged` and `rejected` of the caller's transaction,
 * which end with it.
 * @param pointGroups whether `1.234` is a thousand
 * @returns the first rows
 */
export async function stageRows(
  tx: Db,
  { columns }: ImportKind,
  rows: AsyncIterable<FileRow>,
  pointGroups: () => boolean,
): Promise<Sample> {
  const fields = Object.entries(columns)
  const types = ['int', ...fields.map(([, { sqlType }]) => sqlType)]
  const named = fields.map(([name, { sqlType }]) => `${name} ${sqlType}`)
  await tx.execute(
    sql`create temp table staged (line int not null, ${sql.raw(named.join(', '))}) on commit drop`,
  )
  await tx.execute(sql`create temp table rejected (line int not null, "column" text not null,
    found text not null, expected text not null, remedy text not null) on commit drop`)
  const sample: Sample = []
  let accepted: unknown[][] = []
  let refused: Rejection[] = []
  let writing = Promise.resolve()
  const flush = async () => {
    await writing
    const [staged, rejected] = [accepted, refused]
    accepted = []
    refused = []
    writing = insert(tx, sql`staged`, types, staged).then(() =>
      insert(tx, sql`rejected`, REJECTED, rejected),
    )
    writing.catch(() => {})
  }
  const withCards: string[] = []
  let count = 0
  for await (const row of rows) {
    count += 1
    for (const [place, [name]] of fields.entries())
      if (containsCardNumber(row.cells[place] ?? '')) withCards.push(`${row.line} (${name})`)
    // The file itself is stored until its commit.
    if (containsCardNumber(row.others ?? '')) withCards.push(`${row.line} (sin columna)`)
    const { rejections, values } = parseRow(row, fields, pointGroups())
    refused.push(...rejections)
    if (rejections.length === 0) accepted.push([row.line, ...values])
    if (sample.length < SAMPLE && rejections.length === 0)
      sample.push({ line: row.line, values: understood(fields, values) })
    if (accepted.length + refused.length >= BATCH) await flush()
  }
  if (count === 0)
    throw new ImportRefused(
      'el archivo no tiene ninguna fila debajo de los nombres de las columnas.',
    )
  if (withCards.length > 0)
    throw new ImportRefused(
      `el archivo tiene números de tarjeta, que no se guardan: sacalos de ${withCards.length === 1 ? 'la línea' : 'las líneas'} ${withCards.slice(0, MAX_PLACES).join(', ')}${withCards.length > MAX_PLACES ? ` y ${withCards.length - MAX_PLACES} más` : ''}.`,
    )
  await flush()
  await writing
  // The planner does not know a table that this transaction has filled.
  await tx.execute(sql`analyze staged`)
  return sample
}

/** Inserts rows by one array per column: COPY is faster, and the connections of a server cannot. */
async function insert(tx: Db, table: SQL, types: readonly string[], rows: readonly unknown[][]) {
  if (rows.length === 0) return
  const arrays = types.map(
    (type, at) => sql`${sql.param(rows.map((cells) => cells[at]))}::${sql.raw(type)}[]`,
  )
  await tx.execute(sql`insert into ${table} select * from unnest(${sql.join(arrays, sql`, `)})`)
}

function parseRow(
  { line, cells, wrongCount }: FileRow,
  fields: readonly [string, Field][],
  pointGroups: boolean,
) {
  const values: (string | null)[] = []
  const rejections: Rejection[] = []
  if (wrongCount !== undefined)
    rejections.push([
      line,
      '',
      `${wrongCount} celdas`,
      'tantas celdas como nombres en la primera línea',
      'Revisá si sobra o falta un separador, o si un texto que lo contiene va sin comillas.',
    ])
  else
    for (const [place, [name, field]] of fields.entries()) {
      const cell = cells[place] ?? ''
      const reject = ({ expected, remedy }: Pick<Field, 'expected' | 'remedy'>) =>
        rejections.push([line, name, shownCell(cell), expected, remedy])
      const value = cell === '' ? undefined : field.parse(cell, pointGroups)
      const spoiled = SPOILED.find(({ form }) => form.test(cell))
      const sign = field.signOf?.(cell)
      if (cell === '') {
        if (!field.isOptional) reject({ ...field, remedy: 'Falta: completalo.' })
      } else if (spoiled) reject(spoiled)
      else if (value === undefined) reject(field)
      else if (sign !== undefined && sign !== currencyOf(cells, fields))
        reject(sign === DOLLARS ? NOT_DOLLARS : NOT_PESOS)
      values.push(value ?? null)
    }
  return { values, rejections }
}

/** The beginning of a cell, without what PostgreSQL cannot store. */
const shownCell = (cell: string) =>
  cell.slice(0, MAX_FOUND).toWellFormed().replaceAll('\u0000', '\ufffd')

/** What a spreadsheet writes in place of a value, whatever the column. */
const SPOILED = [
  {
    form: /^#(N\/[AD]|[¡¿]?[\p{Lu}\d/_]+[!?]|[\p{Lu}]+!?)$/u,
    expected: 'el valor, y no un error de la planilla',
    remedy: 'Corregí la fórmula de esa celda.',
  },
  {
    form: /^\d+([.,]\d+)?E[+-]\d+$/i,
    expected: 'el número con todas sus cifras',
    remedy: 'La planilla lo acortó: poné la columna como texto y escribilo de nuevo.',
  },
  {
    form: /[\r\n]/,
    expected: 'un texto en una sola línea',
    remedy: 'Sacale el salto de línea a la celda.',
  },
]
const NOT_DOLLARS = {
  expected: 'un importe en pesos, que es la moneda de la fila',
  remedy: 'Si son dólares, escribí dólares en la columna moneda; si no, sacá el signo.',
}
const NOT_PESOS = {
  expected: 'un importe en dólares, que es la moneda de la fila',
  remedy: 'Si son pesos, corregí la columna moneda; si no, sacá el signo.',
}

function currencyOf(cells: readonly string[], fields: readonly [string, Field][]): string {
  const place = fields.findIndex(([, { isCurrency }]) => isCurrency)
  return fields[place]?.[1].parse(cells[place] ?? '', false) ?? PESOS
}

const understood = (fields: readonly [string, Field][], values: readonly (string | null)[]) =>
  Object.fromEntries(
    fields.flatMap(([name, field], place) => {
      const value = values[place]
      return typeof value === 'string' ? [[name, shownValue(field, value)]] : []
    }),
  )

/** A staged value as the person who imports it writes it. */
export const shownValue = (
  { isHundredths, shown = (same) => same }: Field,
  value: string,
): string => (isHundredths ? value.padStart(3, '0').replace(/(..)$/, ',$1') : shown(value))

/** A line of a CSV file as a spreadsheet in Uruguay writes it. */
export const csvRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[;"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(';')}\r\n`

/**
 * The rejected cells in the order of the file: line, column, what was found, what was expected and what
 * to do. A cell that a spreadsheet would take for a formula has an apostrophe before it.
 */
export async function* rejectedCells(tx: Db): AsyncGenerator<string[]> {
  await tx.execute(sql`declare cells no scroll cursor for
    select array[line::text, "column",
      case when found ~ '^\\s*[=+@＝＋－＠-]' then '''' || found else found end, expected, remedy] as cells
    from rejected order by line, "column"`)
  for (;;) {
    const { rows } = await tx.execute<{ cells: string[] }>(sql.raw(`fetch ${BATCH} from cells`))
    if (rows.length === 0) break
    for (const { cells } of rows) yield cells
  }
  await tx.execute(sql`close cells`)
}
