import { type SQL, sql, TransactionRollbackError } from 'drizzle-orm'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import type { Db } from '#db/core/db.ts'
import { sqlState } from '#db/core/sqlErrors.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { type Changes, changesOf, NO_CHANGES } from '#db/imports/changedRows.ts'
import { decodeText, newTextFacts } from '#db/imports/decodeText.ts'
import { columnsOf, type ImportKind, keyOf } from '#db/imports/importKind.ts'
import { ImportRefused } from '#db/imports/importRefused.ts'
import { type Layout, readRows } from '#db/imports/readRows.ts'
import { type RejectedGroup, rejectBy, rejections, repeated } from '#db/imports/rejections.ts'
import { rejectedCells, type Sample, stageRows } from '#db/imports/staging.ts'
import { type Sums, sumsOf } from '#db/imports/sums.ts'
import { importedFile, importRow } from '#db/tables/imports.ts'

/** Lets one import at a time compare its rows with the stored ones, until the end of its transaction. */
export const lockImports = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(7201860)`)

/** Who imports, or undoes an import. */
export interface Importer {
  /** Login of the machine on which it is done, or email of the operator; empty: a migration or the demo data. */
  login: string
  /** The operator; undefined: the import itself is the actor of its audit entry. */
  actorId?: string
  now: Date
}

/** A file to import. */
interface ImportRequest extends Importer {
  kind: ImportKind
  fileName: string
  source: AsyncIterable<Buffer>
  /** Leaves stored rows as they are, and adds those that are missing and that no check rejects. */
  addsOnly?: boolean
  /** The file's bytes, which are kept; left out: they are not. */
  content?: Buffer
  /** Takes the rejected cells to their end, as `rejectedCells`, if there are any. */
  storeRejected?: (cells: AsyncIterable<string[]>) => Promise<void>
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
  /** Of the created and updated rows. */
  sums: Sums
  /** Nothing was stored, because of its sums. */
  isHeld: boolean
  /** Of a preview: the first rows that it would create or update, and what has to be asked about. */
  changes: Changes
  /** Rejected rows. */
  rejected: number
  /** The most frequent reasons first, 50 at most. */
  groups: RejectedGroup[]
}

/**
 * Imports a file: all of its rows, or none when one is rejected; a savepoint of the caller's transaction
 * takes back what was not to be stored. A repeat of the same file finds every row unchanged and stores
 * nothing. The caller appends the audit entry, by `recordImport`.
 * @param preview stores nothing in any case
 * @param isWithin decides by the sums whether it is stored
 * @param timeoutMs for one statement
 * @throws ImportRefused when the file cannot be read as one of its kind
 */
export async function importFile(
  tx: Db,
  {
    preview,
    timeoutMs,
    isWithin = () => true,
    ...request
  }: ImportRequest & {
    preview: boolean
    timeoutMs?: number
    isWithin?: (sums: Sums) => boolean
  },
): Promise<ImportResult> {
  let result: ImportResult | undefined
  try {
    return await tx.transaction(async (inner) => {
      if (timeoutMs) await inner.execute(sql.raw(`set local statement_timeout = ${timeoutMs}`))
      const done = await importRows(inner, request)
      const isHeld = done.number !== null && !preview && !isWithin(done.sums)
      const changes =
        preview && done.number !== null
          ? await changesOf(inner, request.kind, { number: done.number, undoneAt: null })
          : NO_CHANGES
      result = { ...done, changes, isHeld, number: preview || isHeld ? null : done.number }
      if (result.number === null) inner.rollback()
      return result
    })
  } catch (error) {
    if (result && error instanceof TransactionRollbackError) return result
    if (sqlState(error) === '23505')
      throw new ImportRefused(
        'otro programa guardó al mismo tiempo una fila igual a una del archivo: probá de nuevo.',
      )
    throw error
  }
}

/** Appends the audit entry of an import that stored something. */
export async function recordImport(
  tx: Db,
  { number, created, updated }: ImportResult,
  { kind, login, now, actorId = uuidOf(`import ${number}`) }: Importer & { kind: ImportKind },
): Promise<void> {
  if (number === null) return
  const detail = { kind: kind.name, created, updated, login }
  await appendAuditEntry(tx, {
    actorId,
    action: 'import',
    subject: String(number),
    detail,
    at: now,
  })
}

/**
 * The same without a savepoint: `number` is null when nothing was stored, or when the caller has to roll
 * back because a row is rejected.
 */
export async function importRows(
  tx: Db,
  request: ImportRequest,
): Promise<Omit<ImportResult, 'isHeld' | 'changes'>> {
  const { kind, source, storeRejected, addsOnly = false } = request
  const facts = newTextFacts()
  let layout: Layout = { format: 'CSV', separator: '', columns: [] }
  const rows = readRows(decodeText(source, facts), kind.columns, (found) => (layout = found))
  // A spreadsheet that separates cells by commas writes decimals with a point.
  const pointGroups = () => layout.separator === ';' || layout.separator === '\t'
  const sample = await stageRows(tx, kind, rows, pointGroups)
  await lockImports(tx)
  await rejectBy(tx, kind, [repeated(kind), ...kind.checks])
  const { number, ...counts } = await apply(tx, request, facts.hash.digest(), addsOnly)
  const { rejected, groups } = await rejections(tx)
  if (rejected > 0) await storeRejected?.(rejectedCells(tx))
  await tx.execute(sql`drop table stored, staged, rejected`)
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

const ACCEPTED = sql`not exists (select from rejected x where x.line = i.line)`
const incoming = ({ select }: ImportKind): SQL => sql`(${select}) i`
const sameKey = ({ key }: ImportKind): SQL =>
  sql.raw(key.map((name) => `t.${name} = i.${name}`).join(' and '))

/** Stores the rows that no check rejected. @returns how many were created, updated and unchanged */
async function apply(
  tx: Db,
  { kind, fileName, content, login, now }: ImportRequest,
  sha256: Buffer,
  addsOnly: boolean,
) {
  const table = sql.identifier(kind.table)
  const { rows: last } = await tx.execute<{ number: number }>(
    sql`select coalesce(max(number), 0) + 1 as number from ${importedFile}`,
  )
  const number = last[0]?.number ?? 1
  const stored = await tx.execute(sql`
    create temp table stored on commit drop as
    select i.line from ${incoming(kind)} join ${table} t on ${sameKey(kind)}`)
  await tx.execute(sql`analyze stored`)
  // Of a list of new rows the whole work is one insert.
  const isNew = stored.rowCount === 0
  const updated = isNew || addsOnly ? 0 : await update(tx, kind, number)
  const names = [...kind.key, ...kind.values, ...kind.initial]
  const { rowCount } = await tx.execute(sql`
    with made as (
      insert into ${table} (${sql.raw(names.join(', '))})
      select ${columnsOf('i', names)} from ${incoming(kind)}
      where ${ACCEPTED} ${isNew ? sql`` : sql`and not exists (select from stored o where o.line = i.line)`}
      returning ${sql.raw(keyOf(kind, kind.table))} as key
    )
    insert into ${importRow} (import, key) select ${number}, key from made`)
  const created = rowCount ?? 0
  if (kind.afterInsert) await tx.execute(kind.afterInsert(createdKeys(number)))
  const { rows } = await tx.execute<{ accepted: number }>(
    sql`select count(*)::int as accepted from staged i where ${ACCEPTED}`,
  )
  const counts = { created, updated, unchanged: (rows[0]?.accepted ?? 0) - created - updated }
  const sums = await sumsOf(tx, kind, number)
  if (created + updated > 0)
    await tx.insert(importedFile).values({
      number,
      kind: kind.name,
      fileName: fileName.slice(0, 200),
      sha256,
      content: content ?? null,
      login,
      ...counts,
      at: now,
    })
  return { number, sums, ...counts }
}

/** The statement of the keys of the rows that an import created. */
export const createdKeys = (number: number): SQL =>
  sql`select key from ${importRow} where import = ${number} and before is null`

/** Gives stored rows the values of accepted ones that differ. @returns how many */
async function update(tx: Db, kind: ImportKind, number: number): Promise<number> {
  const { key, values } = kind
  const [table, same] = [sql.identifier(kind.table), sameKey(kind)]
  const changed = sql`(${columnsOf('t', values)}) is distinct from (${columnsOf('i', values)}) and ${ACCEPTED}`
  // Locked before they are compared: what pays a debt waits, or has paid it.
  await tx.execute(sql`
    select count(*) from (
      select from ${table} t join ${incoming(kind)} on ${same} where ${changed}
      order by ${columnsOf('t', key)} for update of t) locked`)
  const rows = sql`staged s join ${incoming(kind)} on i.line = s.line join ${table} t on ${same} and ${changed}`
  await rejectBy(tx, kind, kind.updateChecks, rows)
  const earlier = sql.raw(values.map((name) => `'${name}', t.${name}`).join(', '))
  const ownKey = sql.raw(keyOf(kind, 't'))
  const updated = await tx.execute(sql`
    with earlier as (
      insert into ${importRow} select ${number}, ${ownKey}, jsonb_build_object(${earlier})
      from ${table} t join ${incoming(kind)} on ${same} where ${changed} returning key
    )
    update ${table} t set ${sql.raw(values.map((name) => `${name} = i.${name}`).join(', '))}
    from ${incoming(kind)} where ${same} and ${ownKey} in (select key from earlier)`)
  return updated.rowCount ?? 0
}
