import { and, gte, sql } from 'drizzle-orm'
import { startOfDay } from '#contract/dates.ts'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { type Importer, lockImports } from '#db/imports/importFile.ts'
import { NO_SUMS, type Sums } from '#db/imports/sums.ts'
import { commitUpload, type Upload } from '#db/imports/uploads.ts'
import { type By, propose } from '#db/proposals/proposals.ts'
import { proposal } from '#db/tables/proposals.ts'

/**
 * Imports an uploaded file, or proposes it when what its operator imports alone on this day is above a limit.
 * @param id of the proposal
 * @returns what was stored; `proposed`; `waits` when it is proposed already
 */
export async function commitOrPropose(
  tx: Db,
  upload: Upload,
  importer: Importer & By,
  { id, limits }: { id: string; limits: Sums },
): Promise<{ number: number | null; rejected: number } | 'proposed' | 'waits'> {
  // One import at a time adds to the sums of the day.
  await lockImports(tx)
  const before = await importedAlone(tx, importer)
  const isWithin = (sums: Sums) =>
    (Object.keys(limits) as (keyof Sums)[]).every(
      (name) => sums[name] === 0 || before[name] + sums[name] <= limits[name],
    )
  const done = await commitUpload(tx, upload, importer, isWithin)
  const content = { ...done.sums, kind: upload.kind }
  const made = { id, kind: 'import' as const, subject: upload.id, content }
  if (done.isHeld) return (await propose(tx, made, importer)) ? 'proposed' : 'waits'
  if (done.number !== null) await propose(tx, made, importer, 'confirmed')
  return done
}

/** What an operator imported on this day without a second one. */
async function importedAlone(tx: Db, { actorId, now }: By): Promise<Sums> {
  const sumOf = (name: keyof Sums) =>
    sql`coalesce(sum((${proposal.content} ->> ${name}::text)::bigint), 0)`.mapWith(Number)
  const alone = {
    kind: 'import',
    state: 'confirmed',
    decidedBy: null,
    proposedBy: actorId,
  } as const
  const [sums] = await tx
    .select({ pesos: sumOf('pesos'), dollars: sumOf('dollars'), points: sumOf('points') })
    .from(proposal)
    .where(and(whereEquals(proposal, alone), gte(proposal.proposedAt, startOfDay(now))))
  return sums ?? NO_SUMS
}
