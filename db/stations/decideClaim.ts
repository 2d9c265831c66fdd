import { randomUUID } from 'node:crypto'
import type { ClaimRejection } from '#contract/entities/purchaseClaim.ts'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { insertNote } from '#db/audit/operatorNotes.ts'
import type { Db } from '#db/core/db.ts'
import { type Matching, matchSales } from '#db/stations/matchSales.ts'
import {
  type Claim,
  creditClaim,
  isVoided,
  lockClaim,
  rejectClaim,
} from '#db/stations/purchaseClaims.ts'
import type { SaleEvent } from '#db/stations/saleHistory.ts'

/** `own`: the claim is the operator's; `decided`: it was answered in another way; `sale`: that sale cannot be credited. */
export type Decided = 'done' | 'notFound' | 'own' | 'decided' | 'sale'

/**
 * The decision of an operator: to credit a sale, or to reject. The remark joins the history of the claim;
 * without it there is none.
 */
export type Decision = { id: string; operatorId: string; remark?: string } & (
  | { sale: string }
  | { reason: ClaimRejection; answer: string }
)

/**
 * Credits or rejects a waiting claim, with an audit entry (T9). Its row is locked: of two decisions, or of a decision
 * and a till's report, the first counts, and a repeat of it changes nothing.
 * @param loyaltyCode that of the claim; undefined when there is no such claim
 */
export async function decideClaim(
  matching: Matching,
  decision: Decision,
  loyaltyCode: string | undefined,
): Promise<Decided> {
  if (loyaltyCode === undefined) return 'notFound'
  const { id, operatorId } = decision
  const { now } = matching
  if (!('sale' in decision))
    return await matching.inTransaction(async (tx) => {
      const claim = await waitingClaim(tx, decision)
      if (typeof claim === 'string') return claim
      const { reason, answer } = decision
      await rejectClaim(matching, tx, claim, {
        decidedAt: now,
        decidedBy: operatorId,
        reason,
        answer,
      })
      await audit(tx, matching, decision, { to: 'rejected', reason })
      return 'done'
    })
  const { sale } = decision
  let done: Decided = 'sale'
  let isCredited = false
  // The audit entry is the last statement of the transaction that matches the sale.
  const inTransaction: Matching['inTransaction'] = (work) =>
    matching.inTransaction(async (tx) => {
      isCredited = false
      done = 'sale'
      const result = await work(tx)
      if (isCredited) await audit(tx, matching, decision, { to: 'credited', sale })
      return result
    })
  const keeps = async (tx: Db, history: ReadonlyMap<string, SaleEvent>) => {
    const claim = await waitingClaim(tx, decision)
    if (typeof claim === 'string') done = claim
    const found = history.get(sale)
    if (typeof claim === 'string' || found?.kind !== 'sale') return []
    if (found.loyaltyCode !== null || isVoided(history, found)) return []
    await creditClaim(tx, id, sale, { now, decidedBy: operatorId })
    isCredited = true
    done = 'done'
    return [sale]
  }
  await matchSales({ ...matching, inTransaction }, loyaltyCode, [sale], keeps, { claimId: id })
  return done
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
  if (text !== undefined)
    await insertNote(tx, {
      id: randomUUID(),
      kind: 'exception',
      objectId: `claim:${subject}`,
      text,
      actorId,
      at,
    })
  await appendAuditEntry(tx, { actorId, action: 'decideClaim', subject, detail, at })
}
