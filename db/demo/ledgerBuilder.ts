import { chainHash, type Posting } from '#db/loyalty/pointsLedger.ts'
import type { Rows } from '#db/demo/bulkInsert.ts'

/** A posting whose member is known from its book. */
export type LedgerPosting = Omit<Posting, 'loyaltyCode'>

/** One member's account, written as `post` would have written it, event by event. */
export interface LedgerBuilder {
  balance(): number
  post(posting: LedgerPosting): void
  /** Puts the account itself among the rows, as its last event left it. */
  close(): void
}

/** Opens an empty account; what is posted lands in `rows`. */
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
