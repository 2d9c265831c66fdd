import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { ClaimRejection } from '#contract/entities/purchaseClaim.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { insertNote } from '#db/audit/operatorNotes.ts'
import {
  type Claim,
  credited,
  lockClaim,
  rejectClaim,
  rejectOthers,
  updateClaim,
} from '#db/claims/claimRows.ts'
import { creditSales, isFree, lockSales, type Matching } from '#db/claims/unmatchedSales.ts'
import type { Db } from '#db/core/db.ts'
import { purchaseClaim } from '#db/tables/claims.ts'

/** `own`: the claim is the operator's; `decided`: it was answered in another way; `sale`: that sale cannot be credited. */
export type Decided = 'done' | 'notFound' | 'own' | 'decided' | 'sale'

/** The decision of an operator: to credit a sale, or to reject. The remark joins the history of the claim. */
export type Decision = { id: string; operatorId: string; remark: string } & (
  | { sale: string }
  | { reason: ClaimRejection; answer: string }
)

/**
 * Credits or rejects a waiting claim, with an audit entry (T9). Its row is locked: of two decisions, or of a decision
 * and a till's report, the first counts, and a repeat of it changes nothing.
 */
export async function decideClaim(
  tx: Db,
  matching: Matching,
  decision: Decision,
): Promise<Decided> {
  if ('sale' in decision) return await creditClaim(tx, matching, decision)
  const claim = await waitingClaim(tx, decision)
  if (typeof claim === 'string') return claim
  const { reason, answer, operatorId: decidedBy } = decision
  await rejectClaim(matching, tx, claim, { decidedAt: matching.now, decidedBy, reason, answer })
  await audit(tx, matching, decision, { to: 'rejected', reason })
  return 'done'
}

async function creditClaim(
  tx: Db,
  matching: Matching,
  decision: Extract<Decision, { sale: string }>,
): Promise<Decided> {
  const { id, sale, operatorId: decidedBy } = decision
  // Not locked yet: the sale and the account are locked before the claim.
  const [found] = await tx
    .select({ loyaltyCode: purchaseClaim.loyaltyCode })
    .from(purchaseClaim)
    .where(eq(purchaseClaim.id, id))
  if (!found) return 'notFound'
  const locked = await lockSales(tx, found.loyaltyCode, [sale])
  if (!locked) return 'sale'
  const claim = await waitingClaim(tx, decision)
  if (typeof claim === 'string') return claim
  if (!isFree(locked, sale)) return 'sale'
  await updateClaim(tx, id, { ...credited(matching.now, sale), decidedBy })
  await creditSales(tx, matching, locked, [sale], { claimId: id })
  await rejectOthers(matching, tx, [claim.identity, sale])
  await audit(tx, matching, decision, { to: 'credited', sale })
  return 'done'
}

/** The claim, locked, unless this operator cannot decide it. */
async function waitingClaim(tx: Db, decision: Decision): Promise<Claim | Decided> {
  const claim = await lockClaim(tx, decision.id)
  if (!claim) return 'notFound'
  if (claim.personId === decision.operatorId) return 'own'
  if (claim.state === 'waiting') return claim
  const isSame =
    'sale' in decision
      ? claim.saleIdentity === decision.sale
      : claim.reason === decision.reason && claim.answer === decision.answer
  return isSame && claim.decidedBy === decision.operatorId ? 'done' : 'decided'
}

async function audit(
  tx: Db,
  { now: at }: Matching,
  { id: subject, operatorId: actorId, remark: text }: Decision,
  detail: Record<string, string>,
): Promise<void> {
  const note = { id: randomUUID(), kind: 'exception', objectId: `claim:${subject}`, text }
  await insertNote(tx, { ...note, actorId, at })
  await appendAuditEntry(tx, { actorId, action: 'decideClaim', subject, detail, at })
}
