import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readAuditHead } from '#db/audit/auditHeadFile.ts'
import type { Db } from '#db/core/db.ts'
import { cardNumberScan } from '#db/invariants/cardNumberScan.ts'
import {
  checkInSlices,
  checkInvariants,
  type SliceProgress,
} from '#db/invariants/checkInvariants.ts'
import type { Violation } from '#db/invariants/invariant.ts'
import { readArguments } from '#tools/commands/readArguments.ts'
import { runCommand, withDatabase } from '#tools/commands/runCommand.ts'

/** A check of the same database that is older has missed too much to go on with. */
const MAX_AGE_MS = 7 * 86_400_000

interface StoredProgress {
  /** Which database is checked, whatever its address: a replica is the same one. */
  database: string
  /** ISO instant. */
  startedAt: string
  progress: SliceProgress
}

/**
 * `npm run verify`: checks the invariants on the database that the settings name, in one snapshot.
 *
 * `npm run verify -- --slices`: for a large database or a replica, a slice of a table at a time. A run that
 * is stopped is continued by the next one, from `DATA_DIR/verify.json`.
 */
runCommand(() =>
  withDatabase({ writes: false }, async ({ db }, { dataDir }) => {
    const { values } = readArguments({ slices: { type: 'boolean', default: false } })
    const options = {
      onFinding: printResult,
      auditHead: await readAuditHead(dataDir),
      more: [cardNumberScan],
    }
    if (!values.slices) return (await checkInvariants(db, options)).length > 0 ? 1 : 0
    const file = join(dataDir, 'verify.json')
    const state = await storedProgress(file, await databaseName(db))
    await mkdir(dataDir, { recursive: true })
    const onProgress = async () => {
      await writeFile(`${file}.draft`, JSON.stringify(state), { mode: 0o600 })
      await rename(`${file}.draft`, file)
    }
    const violated = await checkInSlices(db, { ...options, progress: state.progress, onProgress })
    await rm(file, { force: true })
    return violated.length > 0 ? 1 : 0
  }),
)

/** One line per invariant, followed by the rows that violate it. */
function printResult({ code, description, rows }: Violation): void {
  const result = rows.length === 0 ? 'bien' : 'ROTA'
  process.stdout.write(`${code.padEnd(4)}${result}  ${description}\n`)
  for (const row of rows) process.stdout.write(`      ${JSON.stringify(row)}\n`)
}

/** What an earlier run has done, or nothing. */
async function storedProgress(file: string, database: string): Promise<StoredProgress> {
  const stored = await readFile(file, 'utf8')
    .then((text) => JSON.parse(text) as StoredProgress)
    .catch(() => null)
  if (stored?.database === database && Date.now() - Date.parse(stored.startedAt) < MAX_AGE_MS) {
    process.stdout.write(`Sigue la verificación que empezó el ${stored.startedAt}.\n`)
    return stored
  }
  return { database, startedAt: new Date().toISOString(), progress: {} }
}

/** The same for a primary and its replicas, and for no other database. */
async function databaseName(db: Db): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select system_identifier || '/' || current_database() as name from pg_control_system()`,
  )
  return rows[0]?.name ?? ''
}
