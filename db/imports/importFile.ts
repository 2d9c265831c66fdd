import type { Readable } from 'node:stream'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { deriveAuditKey, withAuditKey } from '#db/core/auditKey.ts'
import { sqlState } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { decodeText, newTextFacts } from '#db/imports/decodeText.ts'
import { type Check, type ImportKind, keyOf } from '#db/imports/importKind.ts'
import { ImportRefused } from '#db/imports/importRefused.ts'
import { type Layout, readRows } from '#db/imports/readRows.ts'
import { rejectedFile, type Sample, stageRows } from '#db/imports/staging.ts'
import { importedFile } from '#db/tables/imports.ts'

/** Key of the advisory lock that lets one import at a time compare its rows with the stored ones. */
export const IMPORT_LOCK = 7_201_860

/** A file to import. */
interface ImportRequest {
  kind: ImportKind
  fileName: string
  source: AsyncIterable<Buffer>
  /** Login of the machine on which it is imported, or email of the operator; empty: a migration or the demo data. */
  login: string
  /** The operator; undefined: the import itself is the actor of its audit entry. */
  actorId?: string
  now: Date
  /** Leaves stored rows as they are, and adds those that are missing and that no check rejects. */
  addsOnly?: boolean
  /** Takes the file of what was rejected, if anything was. */
  storeRejected?: (file: Readable) => Promise<void>
}

/** Cells that are rejected for the same reason. */
interface RejectedGroup {
  column: string
  expected: string
  remedy: string
  count: number
  /** The first of them: line and cell. */
  examples: { line: number; found: string }[]
}

/** What an import did, or, in a preview and with a rejected row, would have done. */
export interface ImportResult {
  /** The number by which it is undone; null: nothing was stored. */
  number: number | null
  layout: Layout & { encoding: string }
  sample: Sample
  created: number
  updated: number
  unchanged: number
  /** Rejected rows. */
  rejected: number
  /** The most frequent reasons first, 50 at most. */
  groups: RejectedGroup[]
}

/**
 * Imports a file in one transaction: all of its rows, or none when one is rejected. A preview does the
 * same and rolls it back. A repeat of the same file finds every row unchanged and stores nothing.
 * @param secret the server's SECRET, which signs the audit
 * @throws ImportRefused when the file cannot be read as one of its kind
 */
export async function importFile(
  client: Client,
  { preview, secret, ...request }: ImportRequest & { preview: boolean; secret: string },
): Promise<ImportResult> {
  const db = withAuditKey(drizzle({ client }) as Db, deriveAuditKey(secret))
  await client.query('begin')
  try {
    const result = await importRows(client, request)
    if (preview || result.number === null) {
      await client.query('rollback')
      return { ...result, number: null }
    }
    const { number, created, updated } = result
    const { kind, now, login, actorId = uuidOf(`import ${number}`) } = request
    const detail = { kind: kind.name, created, updated, login }
    await appendAuditEntry(db, {
      actorId,
      action: 'import',
      subject: String(number),
      detail,
      at: now,
    })
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    if (sqlState(error) === '23505')
      throw new ImportRefused(
        'otro programa guardó al mismo tiempo una fila igual a una del archivo: probá de nuevo.',
      )
    throw error
  }
}

/**
 * The same in the caller's transaction, without an entry in the audit; `number` is null when nothing was
 * stored, or when the caller has to roll back because a row is rejected.
 */
export async function importRows(client: Client, request: ImportRequest): Promise<ImportResult> {
  const { kind, source, storeRejected, addsOnly = false } = request
  const facts = newTextFacts()
  let layout: Layout = { format: 'CSV', separator: '', columns: [] }
  const rows = readRows(decodeText(source, facts), kind.columns, (found) => (layout = found))
  // A spreadsheet that separates cells by commas writes decimals with a point.
  const pointGroups = () => layout.separator === ';' || layout.separator === '\t'
  const sample = await stageRows(client, kind, rows, pointGroups)
  await client.query(`create temp view incoming as ${kind.select}`)
  await client.query('select pg_advisory_xact_lock($1)', [IMPORT_LOCK])
  await rejectBy(client, kind, [repeated(kind), ...kind.checks])
  const { number, ...counts } = await apply(client, request, facts.hash.digest(), addsOnly)
  const { rejected, groups } = await rejections(client)
  if (rejected > 0) await storeRejected?.(rejectedFile(client))
  await client.query('drop view incoming')
  await client.query('drop table stored, staged, rejected')
  const isStored = (rejected === 0 || addsOnly) && counts.created + counts.updated > 0
  return {
    number: isStored ? number : null,
    layout: { ...layout, encoding: facts.encoding },
    sample,
    ...counts,
    rejected,
    groups,
  }
}

/** Of several rows with one key all but the first are rejected. */
function repeated({ fileKey: own, columns }: ImportKind): Check {
  // PostgreSQL sorts texts in bytes several times as fast as in another order.
  const sorted = own.map((name) =>
    columns[name]?.sqlType === 'text' ? `${name} collate "C"` : name,
  )
  return {
    column: own[0] ?? '',
    when: `s.line in (select line from (select line, row_number() over (partition by ${sorted.join(', ')} order by line) as place from staged) o where place > 1)`,
    expected: `una sola fila por ${own.join(', ')}`,
    remedy: 'Dejá una sola, o corregí la que está mal.',
  }
}

async function rejectBy(
  client: Client,
  { columns }: ImportKind,
  checks: readonly Check[],
  rows = 'staged s',
): Promise<void> {
  for (const { column, when, expected, remedy } of checks) {
    const found = columns[column]?.isHundredths
      ? `replace((s.${column} / 100.0)::numeric(20, 2)::text, '.', ',')`
      : `s.${column}::text`
    await client.query(
      `insert into rejected select s.line, $1, coalesce(${found}, ''), $2, $3 from ${rows} where ${when}`,
      [column, expected, remedy],
    )
  }
}

/** Stores the rows that no check rejected. @returns how many were created, updated and unchanged */
async function apply(
  client: Client,
  { kind, fileName, login, now }: ImportRequest,
  sha256: Buffer,
  addsOnly: boolean,
) {
  const { table, key, values, initial = [], afterInsert } = kind
  const { rows: last } = await client.query<{ number: number }>(
    'select coalesce(max(number), 0) + 1 as number from import',
  )
  const number = last[0]?.number ?? 1
  const stored = await client.query(
    `create temp table stored on commit drop as select i.line from incoming i join ${table} t on ${sameKey(kind)}`,
  )
  await client.query('analyze stored')
  // Of a list of new rows the whole work is one insert.
  const isNew = stored.rowCount === 0
  const updates = !isNew && !addsOnly && values.length > 0
  const updated = updates ? await update(client, kind, number) : 0
  const names = [...key, ...values, ...initial]
  const created = await client.query(
    `with made as (
       insert into ${table} (${names.join(', ')})
       select ${names.map((name) => `i.${name}`).join(', ')} from incoming i
       where ${ACCEPTED} ${isNew ? '' : 'and not exists (select from stored o where o.line = i.line)'}
       returning ${keyOf(kind, table)} as key
     )
     insert into import_row (import, key) select $1, key from made`,
    [number],
  )
  if (afterInsert) await client.query(afterInsert, [number])
  const { rows } = await client.query<{ accepted: number }>(
    `select count(*)::int as accepted from staged i where ${ACCEPTED}`,
  )
  const counts = { created: created.rowCount ?? 0, updated }
  const unchanged = (rows[0]?.accepted ?? 0) - counts.created - counts.updated
  if (counts.created + counts.updated > 0)
    await drizzle({ client })
      .insert(importedFile)
      .values({
        number,
        kind: kind.name,
        fileName: fileName.slice(0, 200),
        sha256,
        login,
        ...counts,
        unchanged,
        at: now,
      })
  return { number, ...counts, unchanged }
}

const ACCEPTED = 'not exists (select from rejected x where x.line = i.line)'
const sameKey = ({ key }: ImportKind) => key.map((name) => `t.${name} = i.${name}`).join(' and ')

/** Gives stored rows the values of accepted ones that differ. @returns how many */
async function update(client: Client, kind: ImportKind, number: number): Promise<number> {
  const { table, key, values, updateChecks = [] } = kind
  const same = sameKey(kind)
  const tuple = (row: string) => `(${values.map((name) => `${row}.${name}`).join(', ')})`
  const changed = `${tuple('t')} is distinct from ${tuple('i')} and ${ACCEPTED}`
  // Locked before they are compared: what pays a debt waits, or has paid it.
  await client.query(
    `select count(*) from (select from ${table} t join incoming i on ${same} where ${changed} order by ${key.map((name) => `t.${name}`).join(', ')} for update of t) locked`,
  )
  await rejectBy(
    client,
    kind,
    updateChecks,
    `staged s join incoming i on i.line = s.line join ${table} t on ${same} and ${changed}`,
  )
  const updated = await client.query(
    `with earlier as (
       insert into import_row select $1, ${keyOf(kind, 't')}, jsonb_build_object(${values.map((name) => `'${name}', t.${name}`).join(', ')})
       from ${table} t join incoming i on ${same} where ${changed} returning key
     )
     update ${table} t set ${values.map((name) => `${name} = i.${name}`).join(', ')}
     from incoming i where ${same} and ${keyOf(kind, 't')} in (select key from earlier)`,
    [number],
  )
  return updated.rowCount ?? 0
}

async function rejections(client: Client): Promise<Pick<ImportResult, 'rejected' | 'groups'>> {
  const { rows } = await client.query<{ rejected: number }>(
    'select count(distinct line)::int as rejected from rejected',
  )
  const { rows: groups } = await client.query<RejectedGroup>(
    `select "column", expected, remedy, count(*)::int as count,
       array_agg(json_build_object('line', line, 'found', found) order by line) filter (where place <= 3) as examples
     from (select *, row_number() over (partition by "column", expected, remedy order by line) as place from rejected) r
     group by 1, 2, 3 order by 4 desc, min(line) limit 50`,
  )
  return { rejected: rows[0]?.rejected ?? 0, groups }
}
