import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Field } from '#db/imports/field.ts'
import type { ImportKind } from '#db/imports/importKind.ts'
import type { FileRow } from '#db/imports/readRows.ts'

/** Rows per COPY: while the database takes one, the next is read. */
const BATCH = 10_000
/** Rows that are shown as they were understood. */
const SAMPLE = 3
/** Most characters of a cell that are shown again. */
const MAX_FOUND = 80

/** A cell that was refused: where it stands, what it says, what should stand there and what to do. */
interface Rejection {
  line: number
  column: string
  found: string
  expected: string
  remedy: string
}

/** The first rows of a file, as they were understood: line, and values by column. */
export type Sample = { line: number; values: Record<string, string> }[]

/**
 * Reads the rows of a file into the temporary tables `staged` and `rejected` of the caller's transaction,
 * which end with it.
 * @param pointGroups whether `1.234` is a thousand
 * @returns the first rows
 */
export async function stageRows(
  client: ClientBase,
  { columns }: ImportKind,
  rows: AsyncIterable<FileRow>,
  pointGroups: () => boolean,
): Promise<Sample> {
  const fields = Object.entries(columns)
  const types = fields.map(([name, { sqlType }]) => `${name} ${sqlType}`)
  await client.query(
    `create temp table staged (line int not null, ${types.join(', ')}) on commit drop`,
  )
  await client.query(
    `create temp table rejected (line int not null, "column" text not null, found text not null,
       expected text not null, remedy text not null) on commit drop`,
  )
  const sample: Sample = []
  let accepted: string[] = []
  let refused: string[] = []
  let writing = Promise.resolve()
  const flush = async () => {
    await writing
    const [staged, rejected] = [accepted.join(''), refused.join('')]
    accepted = []
    refused = []
    writing = copy(client, 'staged', staged).then(() => copy(client, 'rejected', rejected))
    writing.catch(() => {})
  }
  for await (const row of rows) {
    const read = parseRow(row, fields, pointGroups())
    for (const { line, column, found, expected, remedy } of read.rejections)
      refused.push(copyLine([String(line), column, found.slice(0, MAX_FOUND), expected, remedy]))
    if (read.rejections.length === 0) accepted.push(copyLine([String(row.line), ...read.values]))
    if (sample.length < SAMPLE && read.rejections.length === 0)
      sample.push({ line: row.line, values: understood(fields, read.values) })
    if (accepted.length + refused.length >= BATCH) await flush()
  }
  await flush()
  await writing
  // The planner does not know a table that this transaction has filled.
  await client.query('analyze staged')
  return sample
}

function parseRow(
  { line, cells, wrongCount }: FileRow,
  fields: readonly [string, Field][],
  pointGroups: boolean,
) {
  const values: (string | null)[] = []
  const rejections: Rejection[] = []
  if (wrongCount !== undefined)
    rejections.push({
      line,
      column: '',
      found: `${wrongCount} celdas`,
      expected: 'tantas celdas como nombres en la primera línea',
      remedy:
        'Revisá si sobra o falta un separador, o si un texto que lo contiene va sin comillas.',
    })
  else
    for (const [place, [name, field]] of fields.entries()) {
      const cell = cells[place] ?? ''
      const value = cell === '' ? undefined : field.parse(cell, pointGroups)
      if (value === undefined && !(cell === '' && field.isOptional))
        rejections.push({
          line,
          column: name,
          found: cell,
          expected: field.expected,
          remedy: cell === '' ? 'Falta: completalo.' : field.remedy,
        })
      values.push(value ?? null)
    }
  return { values, rejections }
}

const understood = (fields: readonly [string, Field][], values: readonly (string | null)[]) =>
  Object.fromEntries(
    fields.flatMap(([name, { isHundredths }], place) => {
      const value = values[place]
      if (typeof value !== 'string') return []
      return [[name, isHundredths ? value.padStart(3, '0').replace(/(..)$/, ',$1') : value]]
    }),
  )

/** A line of COPY's text format. A cell has no control characters: `text` refuses them, and a rejected one is escaped. */
const copyLine = (cells: readonly (string | null)[]) =>
  `${cells.map((cell) => (cell === null ? '\\N' : escaped(cell))).join('\t')}\n`
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escaped = (cell: string) =>
  /[\\\t\n\r]/.test(cell) ? cell.replaceAll(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign) : cell

async function copy(client: ClientBase, table: string, lines: string): Promise<void> {
  if (lines !== '') await pipeline([lines], client.query(copyFrom(`copy ${table} from stdin`)))
}

/** The rejected cells as a CSV file for a spreadsheet, streamed; a cell that a spreadsheet would take for a formula has an apostrophe before it. */
export const rejectedFile = (client: ClientBase): Readable =>
  client.query(
    copyTo(`copy (
      select line as "línea", "column" as columna,
        case when found ~ '^\\s*[=+@＝＋－＠-]' then '''' || found else found end as encontrado,
        expected as "se esperaba", remedy as "qué hacer"
      from rejected order by line, "column"
    ) to stdout with (format csv, header true, delimiter ';')`),
  )
