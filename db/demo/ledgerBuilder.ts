import type { Rows } from '#db/demo/bulkInsert.ts'
import { appendEntries, type LedgerAccount } from '#db/loyalty/ledgerEntries.ts'
import type { Posting } from '#db/loyalty/pointsLedger.ts'

/** A posting to an account that the builder already knows. */
export type LedgerPosting = Omit<Posting, 'loyaltyCode'>

/** One member's ledger account in memory. */
export interface LedgerBuilder {
  balance(): number
  post(posting: LedgerPosting): void
  /** Adds the row of the account itself, as its last entry leaves it. */
  close(): void
}

/** Creates an empty account; its entries are added to `rows`. */
export function createLedgerBuilder(
  rows: Rows,
  { id, loyaltyCode, programmeAccount }: Record<'id' | 'loyaltyCode' | 'programmeAccount', string>,
): LedgerBuilder {
  const unused = { balance: null, lastSeq: 0, lastAt: null, lastHash: null }
  let account: LedgerAccount = { ...unused, id, balance: 0 }
  return {
    balance: () => account.balance ?? 0,
    post({ points, ...given }) {
      if (points === 0) return
      const moves = [
        { account, points },
        { account: { ...unused, id: programmeAccount }, points: -points },
      ]
      const { transaction, entries, members } = appendEntries(given, moves)
      rows.ledgerTransaction.push(transaction)
      rows.ledgerEntry.push(...entries)
      account = members[0] ?? account
    },
    close: () => rows.ledgerAccount.push({ ...account, loyaltyCode }),
  }
}
