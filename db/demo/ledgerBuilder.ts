import type { Rows } from '#db/demo/bulkInsert.ts'
import { chainHash, type Posting } from '#db/loyalty/pointsLedger.ts'

/** A posting to an account that the builder already knows. */
export type LedgerPosting = Omit<Posting, 'loyaltyCode'>

/** Builds one member's ledger account in memory, with the rows that `post` would write. */
export interface LedgerBuilder {
  balance(): number
  post(posting: LedgerPosting): void
  /** Adds the row of the account itself, as its last entry leaves it. */
  close(): void
}

/** Creates an empty account; its entries are added to `rows`. */
export function createLedgerBuilder(
  rows: Rows,
  account: { id: string; loyaltyCode: string; programmeAccount: string },
): LedgerBuilder {
  let balance = 0
  let seq = 0
  let lastAt: Date | null = null
  let lastHash: Buffer | null = null
  return {
    balance: () => balance,
    post({ id, event, eventId, points, concept, rrn, at: given }) {
      if (points === 0) return
      const at: Date = lastAt && lastAt > given ? lastAt : given
      balance += points
      seq += 1
      const link = {
        accountId: account.id,
        seq,
        transactionId: id,
        event,
        eventId,
        points,
        balance,
        at,
      }
      const hash: Buffer = chainHash(lastHash, link)
      rows.ledgerTransaction.push({ id, event, eventId, concept, rrn, at })
      rows.ledgerEntry.push(
        { transactionId: id, accountId: account.id, points, seq, balance, at, hash },
        { transactionId: id, accountId: account.programmeAccount, points: -points, at },
      )
      lastAt = at
      lastHash = hash
    },
    close() {
      rows.ledgerAccount.push({
        id: account.id,
        loyaltyCode: account.loyaltyCode,
        balance,
        lastSeq: seq,
        lastAt,
        lastHash,
      })
    },
  }
}
