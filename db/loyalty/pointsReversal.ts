import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/core/connection.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { type Posting, post } from '#db/loyalty/pointsLedger.ts'
import { ledgerAccount, ledgerEntry, ledgerTransaction } from '#db/tables/ledger.ts'

/** A voided or refunded charge whose points are to be taken back. */
interface Reversal extends Pick<Posting, 'loyaltyCode' | 'concept' | 'rrn' | 'at'> {
  /** The gateway's id of the charge. */
  paymentToken: string
}

/**
 * Takes back the points of a payment: as many as it gave, or the member's balance if that is less
 * (L9). Points that were spent meanwhile are not recovered, because a balance is never negative (L4).
 */
export async function reversePayment(tx: Db, reversal: Reversal): Promise<void> {
  const { loyaltyCode, paymentToken, ...rest } = reversal
  // Locks the account before it reads the balance, so that no other event changes it in between.
  const [member] = await tx
    .select({ id: ledgerAccount.id, balance: ledgerAccount.balance })
    .from(ledgerAccount)
    .where(eq(ledgerAccount.loyaltyCode, loyaltyCode))
    .for('update')
  if (!member) return
  const [given] = await tx
    .select({ points: ledgerEntry.points })
    .from(ledgerTransaction)
    .innerJoin(
      ledgerEntry,
      and(
        eq(ledgerEntry.transactionId, ledgerTransaction.id),
        eq(ledgerEntry.accountId, member.id),
      ),
    )
    .where(and(eq(ledgerTransaction.event, 'payment'), eq(ledgerTransaction.eventId, paymentToken)))
  const points = Math.min(given?.points ?? 0, member.balance ?? 0)
  if (points <= 0) return
  const eventId = `void:${paymentToken}`
  await post(tx, {
    ...rest,
    id: uuidOf(`reversal ${eventId}`),
    event: 'reversal',
    eventId,
    loyaltyCode,
    points: -points,
  })
}
