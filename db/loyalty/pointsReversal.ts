import { and, eq } from 'drizzle-orm'
import { post } from '#db/loyalty/pointsLedger.ts'
import type { Db } from '#db/connection.ts'
import { ledgerAccount, ledgerEntry, ledgerTransaction } from '#db/tables/ledger.ts'
import { uuidOf } from '#db/core/uuid.ts'

/** A charge that was given back, with the points that it had given. */
export interface Reversal {
  loyaltyCode: string
  /** The gateway's id of the charge. */
  paymentToken: string
  concept: string
  rrn: string
  at: Date
}

/**
 * Takes back the points of a payment: what it had given (L9), or what the member still holds if
 * that is less (L4): points that were spent meanwhile are the network's loss, never a debt.
 */
export async function reversePayment(tx: Db, reversal: Reversal): Promise<void> {
  const { loyaltyCode, paymentToken, ...rest } = reversal
  // Taken before the balance is read, so that nobody spends between the reading and the taking.
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
