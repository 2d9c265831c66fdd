import { eq, type SQL, sql } from 'drizzle-orm'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import type { Db } from '#db/core/db.ts'
import { sqlState } from '#db/core/sqlErrors.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { createdKeys, type Importer, lockImports } from '#db/imports/importFile.ts'
import { columnsOf, type ImportKind, keyOf } from '#db/imports/importKind.ts'
import { kindNamed } from '#db/imports/importKinds.ts'
import { ImportRefused } from '#db/imports/importRefused.ts'
import { importedFile, importRow } from '#db/tables/imports.ts'

type StoredImport = typeof importedFile.$inferSelect

/**
 * Undoes an import in the caller's transaction: deletes what it created, and gives what it updated its
 * values of before, with an audit entry.
 * @returns the import
 * @throws ImportRefused when there is none, when it is undone already, and when something was built on
 * one of its rows since; the caller rolls back then
 */
export async function undoImport(
  tx: Db,
  number: number,
  { login, now, actorId = uuidOf(`import ${number}`) }: Importer,
): Promise<StoredImport> {
  const found = await undo(tx, number, now).catch((error: unknown) => {
    // A foreign key: a kind of row that no obstacle names.
    if (sqlState(error) !== '23503') throw error
    throw new ImportRefused(
      `la importación ${number} no se puede deshacer: algo de lo que cargó ya se usa en otra parte.`,
    )
  })
  await appendAuditEntry(tx, {
    actorId,
    action: 'importUndone',
    subject: String(number),
    detail: { kind: found.kind, login },
    at: now,
  })
  return found
}

async function undo(tx: Db, number: number, now: Date): Promise<StoredImport> {
  await lockImports(tx)
  const ofNumber = eq(importedFile.number, number)
  const [found] = await tx.select().from(importedFile).where(ofNumber)
  const kind = kindNamed(found?.kind)
  if (!found || !kind)
    throw new ImportRefused(`no hay ninguna importación con el número ${number}.`)
  if (found.undoneAt) throw new ImportRefused(`la importación ${number} ya está deshecha.`)
  const { key, values, beforeUndo } = kind
  const table = sql.identifier(kind.table)
  const own = sql`r.import = ${number} and r.key = ${sql.raw(keyOf(kind, 't'))}`
  await tx.execute(sql`
    select count(*) from (
      select from ${table} t join ${importRow} r on ${own}
      order by ${columnsOf('t', key)} for update of t) locked`)
  await refuseObstacles(tx, number, kind, own)
  if (beforeUndo) await tx.execute(beforeUndo(createdKeys(number)))
  await tx.execute(
    sql`delete from ${table} t using ${importRow} r where ${own} and r.before is null`,
  )
  if (found.updated > 0)
    await tx.execute(sql`
      update ${table} t set ${sql.raw(values.map((name) => `${name} = b.${name}`).join(', '))}
      from ${importRow} r, jsonb_populate_record(null::${table}, r.before) b
      where ${own} and r.before is not null`)
  await tx.update(importedFile).set({ undoneAt: now }).where(ofNumber)
  return found
}

async function refuseObstacles(
  tx: Db,
  number: number,
  { name, table, key, obstacles }: ImportKind,
  own: SQL,
): Promise<void> {
  const later = sql`exists (
    select from ${importedFile} m join ${importRow} n on n.import = m.number and n.key = r.key
    where m.number > ${number} and m.undone_at is null and m.kind = ${name})`
  for (const { when, sentence } of [
    ...obstacles,
    { when: later, sentence: 'la cambió una importación posterior; deshacé esa primero' },
  ]) {
    const { rows } = await tx.execute<{ named: string; count: number }>(sql`
      select concat_ws(' ', ${columnsOf('t', key)}) as named, (count(*) over ())::int as count
      from ${sql.identifier(table)} t join ${importRow} r on ${own} where ${when} order by 1 limit 1`)
    const [first] = rows
    if (first)
      throw new ImportRefused(
        `la importación ${number} no se puede deshacer: ${first.named} ${sentence}${first.count > 1 ? ` (y ${first.count - 1} más como esa)` : ''}.`,
      )
  }
}
