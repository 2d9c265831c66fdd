import { createHash } from 'node:crypto'
import type { ledgerAccount, ledgerEntry, ledgerTransaction } from '#db/tables/ledger.ts'

type Entry = typeof ledgerEntry.$inferInsert
/** An account as its last entry left it; a programme's has no balance and no chain. */
export type LedgerAccount = Pick<
  typeof ledgerAccount.$inferSelect,
  'id' | 'balance' | 'lastSeq' | 'lastAt' | 'lastHash'
>
/** Points that a transaction gives (positive) or takes (negative). */
interface Move {
  account: LedgerAccount
  points: number
}

/** L6: the hash of an entry covers the fields of the whole entry and the hash before it. */
const chainHash = (previous: Buffer | null, fields: readonly (string | number)[]): Buffer =>
  createHash('sha256')
    .update(previous ?? Buffer.alloc(32))
    .update(fields.join('\n'))
    .digest()

/**
 * The rows that a transaction adds to the ledger, and the members' accounts after it (L3, L6). The
 * caller has locked the members' accounts, and `moves` sum to 0 (L1).
 */
export function appendEntries<T extends typeof ledgerTransaction.$inferInsert>(
  given: T,
  moves: readonly Move[],
): { transaction: T; entries: Required<Entry>[]; members: LedgerAccount[] } {
  // Times never decrease along an account, so that a period of a statement is a range of the chain (L10).
  const at = new Date(
    Math.max(given.at.getTime(), ...moves.map(({ account }) => account.lastAt?.getTime() ?? 0)),
  )
  const transaction = { ...given, at }
  const { id: transactionId, event, eventId } = transaction
  const members: LedgerAccount[] = []
  const entries = moves.map(({ account: { id: accountId, ...account }, points }) => {
    const entry = { transactionId, accountId, points, at }
    if (account.balance === null) return { ...entry, seq: null, balance: null, hash: null }
    const [seq, balance] = [account.lastSeq + 1, account.balance + points]
    const link = [accountId, seq, transactionId, event, eventId, points, balance, at.toISOString()]
    const hash = chainHash(account.lastHash, link)
    members.push({ id: accountId, balance, lastSeq: seq, lastAt: at, lastHash: hash })
    return { ...entry, seq, balance, hash }
  })
  return { transaction, entries, members }
}
