import { sql } from 'drizzle-orm'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { insertTerminal, type NewTerminal } from '#db/stations/terminals.ts'
import { branch } from '#db/tables/stations.ts'

/** What is known of a station before its first day; its services and hours come later. */
type NewStation = Pick<
  typeof branch.$inferInsert,
  'name' | 'address' | 'department' | 'latitude' | 'longitude' | 'ruts'
>

const HOURS = 'Horario a confirmar'

/**
 * Makes a station with the next free code, E001 to E999 and on, and its first terminal.
 * @returns the code
 */
export async function createStation(
  db: Db,
  station: NewStation,
  terminal: Omit<NewTerminal, 'branchCode'>,
): Promise<string> {
  const { id, actorId, now: at } = terminal
  const highest = sql`coalesce(max(substring(${branch.code} from '^E(\\d{1,9})$')::int), 0)`
  return await inTransaction(db, async (tx) => {
    let code: string | undefined
    // Of several that are made at once each takes another number.
    while (code === undefined) {
      const [found] = await tx.select({ number: sql<number>`${highest} + 1` }).from(branch)
      const next = `E${String(found?.number ?? 1).padStart(3, '0')}`
      const row = { ...station, code: next, openingHours: HOURS, services: [] }
      const inserted = await tx.insert(branch).values(row).onConflictDoNothing().returning()
      code = inserted[0]?.code
    }
    const detail = { name: station.name, department: station.department }
    const entry = { actorId: actorId ?? id, subject: code, detail, at }
    await appendAuditEntry(tx, { ...entry, action: 'stationAdded' })
    await insertTerminal(tx, { ...terminal, branchCode: code })
    return code
  })
}
