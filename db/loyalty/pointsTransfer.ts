import { eq, inArray } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { chainHash } from '#db/loyalty/pointsLedger.ts'
import { ledgerAccount, ledgerEntry, ledgerTransaction } from '#db/tables/ledger.ts'

/** A member's account with its row locked. */
type LockedAccount = typeof ledgerAccount.$inferSelect & {
  loyaltyCode: string
  balance: number
}

/** Locks the accounts of some loyalties, in an order that two callers share. */
export async function lockAccounts(tx: Db, codes: readonly string[]): Promise<LockedAccount[]> {
  const rows = await tx
    .select()
    .from(ledgerAccount)
    .where(inArray(ledgerAccount.loyaltyCode, [...codes]))
    .orderBy(ledgerAccount.loyaltyCode)
    .for('update')
  return rows as LockedAccount[]
}

/**
 * Id of the posting that empties an account (L11). The number of the account's next entry makes it
 * unique: points that arrive later on the account are another event.
 */
export const emptyingId = ({ loyaltyCode, lastSeq }: LockedAccount): string =>
  `${loyaltyCode}:${lastSeq + 1}`

/**
 * Moves the whole balance of one member's account to another member's, as one posting of two entries
 * (L1), inside the caller's transaction.
 * @param move loyalty codes, the text of both statement lines in Spanish, and the instant
 * @returns the points; 0 when there were none, and then nothing is posted
 */
export async function transferBalance(
  tx: Db,
  {
    from,
    to,
    concept,
    rrn,
    at: now,
  }: Record<'from' | 'to' | 'concept' | 'rrn', string> & { at: Date },
): Promise<number> {
  const accounts = await lockAccounts(tx, [from, to])
  const giver = accounts.find(({ loyaltyCode }) => loyaltyCode === from)
  const taker = accounts.find(({ loyaltyCode }) => loyaltyCode === to)
  if (!giver || !taker) throw new Error(`loyalty ${from} or ${to} has no account`)
  const points = giver.balance
  if (points === 0) return 0
  // Times never decrease along an account (L10).
  const at = new Date(
    Math.max(now.getTime(), giver.lastAt?.getTime() ?? 0, taker.lastAt?.getTime() ?? 0),
  )
  const eventId = emptyingId(giver)
  const transactionId = uuidOf(`transfer ${eventId}`)
  await tx
    .insert(ledgerTransaction)
    .values({ id: transactionId, event: 'transfer', eventId, concept, rrn, at })
  const entries = [
    { account: giver, points: -points },
    { account: taker, points },
  ].map(({ account, points }) => {
    const { id: accountId, lastHash } = account
    const link = {
      accountId,
      seq: account.lastSeq + 1,
      transactionId,
      event: 'transfer',
      eventId,
      points,
      balance: account.balance + points,
      at,
    }
    return { ...link, hash: chainHash(lastHash, link) }
  })
  await tx.insert(ledgerEntry).values(entries)
  for (const { accountId, balance, seq, hash } of entries)
    await tx
      .update(ledgerAccount)
      .set({ balance, lastSeq: seq, lastAt: at, lastHash: hash })
      .where(eq(ledgerAccount.id, accountId))
  return points
}
