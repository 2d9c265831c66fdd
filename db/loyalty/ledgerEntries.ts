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

/** The fields of a member's ledger entry that its hash covers. */
interface LedgerLink {
  accountId: string
  seq: number
  transactionId: string
  event: string
  eventId: string
  points: number
  balance: number
  at: Date
}

/** L6: the hash of an entry covers the whole entry and the hash before it. */
function chainHash(previous: Buffer | null, link: LedgerLink): Buffer {
  const text = [
    link.accountId,
    link.seq,
    link.transactionId,
    link.event,
    link.eventId,
    link.points,
    link.balance,
    link.at.toISOString(),
  ].join('\n')
  return createHash('sha256')
    .update(previous ?? Buffer.alloc(32))
    .update(text)
    .digest()
}

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
    const chained = { ...entry, seq: account.lastSeq + 1, balance: account.balance + points }
    const hash = chainHash(account.lastHash, { ...chained, event, eventId })
    const { seq: lastSeq, balance } = chained
    members.push({ id: accountId, balance, lastSeq, lastAt: at, lastHash: hash })
    return { ...chained, hash }
  })
  return { transaction, entries, members }
}
