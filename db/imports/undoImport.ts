import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { deriveAuditKey, withAuditKey } from '#db/core/auditKey.ts'
import { sqlState } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { IMPORT_LOCK } from '#db/imports/importFile.ts'
import { type ImportKind, keyOf } from '#db/imports/importKind.ts'
import { ImportRefused } from '#db/imports/importRefused.ts'
import { IMPORT_KINDS } from '#db/imports/kinds.ts'

/** An import, as it is stored. */
interface StoredImport {
  kind: string
  fileName: string
  created: number
  updated: number
  undoneAt: Date | null
}

/**
 * Undoes an import: deletes what it created, and gives what it updated its values of before.
 * @param by login of the machine on which it is undone; or the operator's, with their id
 * @returns the import
 * @throws ImportRefused when there is none, when it is undone already, and when something was built on
 * one of its rows since; nothing is changed then
 */
export async function undoImport(
  client: Client,
  number: number,
  {
    secret,
    login,
    now,
    actorId = uuidOf(`import ${number}`),
  }: { secret: string; login: string; now: Date; actorId?: string },
): Promise<StoredImport> {
  const db = withAuditKey(drizzle({ client }) as Db, deriveAuditKey(secret))
  await client.query('begin')
  try {
    const found = await undo(client, number, now)
    await appendAuditEntry(db, {
      actorId,
      action: 'importUndone',
      subject: String(number),
      detail: { kind: found.kind, login },
      at: now,
    })
    await client.query('commit')
    return found
  } catch (error) {
    await client.query('rollback').catch(() => {})
    // A foreign key: a kind of row that no obstacle below names.
    if (sqlState(error) === '23503')
      throw new ImportRefused(
        `la importación ${number} no se puede deshacer: algo de lo que cargó ya se usa en otra parte.`,
      )
    throw error
  }
}

async function undo(client: Client, number: number, now: Date): Promise<StoredImport> {
  await client.query('select pg_advisory_xact_lock($1)', [IMPORT_LOCK])
  const { rows } = await client.query<StoredImport>(
    `select kind, file_name as "fileName", created, updated, undone_at as "undoneAt" from import where number = $1`,
    [number],
  )
  const [found] = rows
  const kind = IMPORT_KINDS.find(({ name }) => name === found?.kind)
  if (!found || !kind)
    throw new ImportRefused(`no hay ninguna importación con el número ${number}.`)
  if (found.undoneAt) throw new ImportRefused(`la importación ${number} ya está deshecha.`)
  const { table, key, beforeUndo, values } = kind
  const own = `r.import = $1 and r.key = ${keyOf(kind, 't')}`
  const order = key.map((name) => `t.${name}`).join(', ')
  await client.query(
    `select count(*) from (select from ${table} t join import_row r on ${own} order by ${order} for update of t) locked`,
    [number],
  )
  await refuseObstacles(client, number, kind, own)
  if (beforeUndo) await client.query(beforeUndo, [number])
  await client.query(
    `delete from ${table} t using import_row r where ${own} and r.before is null`,
    [number],
  )
  if (found.updated > 0)
    await client.query(
      `update ${table} t set ${values.map((name) => `${name} = b.${name}`).join(', ')}
       from import_row r, jsonb_populate_record(null::${table}, r.before) b where ${own} and r.before is not null`,
      [number],
    )
  await client.query('update import set undone_at = $2 where number = $1', [number, now])
  return found
}

async function refuseObstacles(
  client: Client,
  number: number,
  { table, key, obstacles }: ImportKind,
  own: string,
): Promise<void> {
  const later = `exists (select from import m join import_row n on n.import = m.number and n.key = r.key
    where m.number > $1 and m.undone_at is null and m.kind = (select kind from import where number = $1))`
  const named = `concat_ws(' ', ${key.map((name) => `t.${name}`).join(', ')})`
  for (const { when, sentence } of [
    ...obstacles,
    { when: later, sentence: 'la cambió una importación posterior; deshacé esa primero' },
  ]) {
    const { rows } = await client.query<{ named: string; count: number }>(
      `select ${named} as named, (count(*) over ())::int as count from ${table} t join import_row r on ${own} where ${when} order by 1 limit 1`,
      [number],
    )
    const [first] = rows
    if (first)
      throw new ImportRefused(
        `la importación ${number} no se puede deshacer: ${first.named} ${sentence}${first.count > 1 ? ` (y ${first.count - 1} más como esa)` : ''}.`,
      )
  }
}
