import { HOUR_MS } from '#contract/dates.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { inTransaction } from '#db/core/connection.ts'
import { maskedNumber } from '#server/console/maskedText.ts'
import type { Context } from '#server/context.ts'
import type { AuthenticatedCaller } from '#server/http/defineHandler.ts'
import { type Limit, take, untake } from '#server/http/limits.ts'

/** Searches by a number of a person that found nothing: more are guesses. */
export const MISSES: Limit = {
  name: 'missed searches',
  by: 'person',
  points: 60,
  per: HOUR_MS,
  taken: 'within',
}

/**
 * Reads what a number of a person finds. One that finds nothing is counted, and the audit log records it.
 * @param number masked in the audit log
 * @throws RateLimited after too many that found nothing
 */
export async function countingMisses<Found>(
  context: Context,
  caller: AuthenticatedCaller,
  number: string,
  read: () => Promise<{ found: Found; isMiss: boolean }>,
): Promise<Found> {
  await take(context, caller, MISSES)
  const { found, isMiss } = await read()
  if (isMiss)
    await inTransaction(context.db, (tx) =>
      appendAuditEntry(tx, {
        actorId: caller.personId,
        action: 'searchMissed',
        detail: { name: maskedNumber(number) },
        at: context.now(),
      }),
    )
  else await untake(context, caller, MISSES)
  return found
}
