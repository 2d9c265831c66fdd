import { randomUUID } from 'node:crypto'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { insertNote } from '#db/audit/operatorNotes.ts'
import { creditSales, isFree, lockSales, type Matching } from '#db/claims/unmatchedSales.ts'
import type { Db } from '#db/core/db.ts'

/**
 * `loyalty`: unknown or not in force; `own`: the operator's own one; `sale`: the sale is unknown, voided or
 * of a loyalty.
 */
export type Linked = 'done' | 'loyalty' | 'own' | 'sale'

interface Link {
  identity: string
  loyaltyCode: string
  operatorId: string
  /** Why, for the history of the sale. */
  remark: string
}

/**
 * Makes an unmatched sale a member's because an operator found out whose it is, with a remark and an
 * audit entry. The lock of the identity orders it with other matches: the first counts, and gives the
 * points once (T12).
 */
export async function linkSale(tx: Db, matching: Matching, link: Link): Promise<Linked> {
  const { identity, loyaltyCode, operatorId: actorId, remark: text } = link
  const { now: at } = matching
  const locked = await lockSales(tx, loyaltyCode, [identity])
  if (!locked) return 'loyalty'
  if (!isFree(locked, identity)) return 'sale'
  if (locked.personId === actorId) return 'own'
  await creditSales(tx, matching, locked, [identity], 'operator')
  await insertNote(tx, { id: randomUUID(), kind: 'sale', objectId: identity, text, actorId, at })
  const detail = { loyaltyCode }
  await appendAuditEntry(tx, { actorId, action: 'linkSale', subject: identity, detail, at })
  return 'done'
}
