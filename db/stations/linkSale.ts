import { randomUUID } from 'node:crypto'
import { appendAuditEntry } from '#db/audit/auditLog.ts'
import { insertNote } from '#db/audit/operatorNotes.ts'
import { type Matching, matchSales } from '#db/stations/matchSales.ts'
import { isVoided } from '#db/stations/purchaseClaims.ts'
import type { SaleEvent } from '#db/stations/saleHistory.ts'

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
export async function linkSale(matching: Matching, link: Link): Promise<Linked> {
  const { identity, loyaltyCode, operatorId: actorId, remark: text } = link
  const { now: at } = matching
  let linked: Linked = 'loyalty'
  let isLinked = false
  // The audit entry is the last statement of the transaction that matches the sale.
  const inTransaction: Matching['inTransaction'] = (work) =>
    matching.inTransaction(async (tx) => {
      linked = 'loyalty'
      isLinked = false
      const result = await work(tx)
      if (!isLinked) return result
      const note = { id: randomUUID(), kind: 'sale', objectId: identity, text, actorId, at }
      await insertNote(tx, note)
      const entry = { actorId, action: 'linkSale', subject: identity, detail: { loyaltyCode }, at }
      await appendAuditEntry(tx, entry)
      return result
    })
  const keeps = async (_tx: unknown, history: ReadonlyMap<string, SaleEvent>, owner: string) => {
    const sale = history.get(identity)
    const isFree = sale?.kind === 'sale' && sale.loyaltyCode === null && !isVoided(history, sale)
    linked = isFree ? (owner === actorId ? 'own' : 'done') : 'sale'
    isLinked = linked === 'done'
    return isLinked ? [identity] : []
  }
  await matchSales({ ...matching, inTransaction }, loyaltyCode, [identity], keeps, 'operator')
  return linked
}
