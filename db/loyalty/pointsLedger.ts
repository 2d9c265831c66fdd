import { and, eq } from 'drizzle-orm'
import { pointsText } from '#contract/pointsText.ts'
import type { Db } from '#db/core/db.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import {
  counterpartOf,
  type LockedAccount,
  lockAccount,
  lockAccounts,
  shortfallAccount,
  writePostings,
} from '#db/loyalty/ledgerAccounts.ts'
import { appendEntries, type LedgerAccount } from '#db/loyalty/ledgerEntries.ts'
import {
  type Lot,
  type LotSource,
  type LotTerms,
  lotOf,
  moveLots,
  returnedLots,
  type TakenLot,
  takeFromLots,
} from '#db/loyalty/pointsLots.ts'
import { ledgerAccount, ledgerEntry, ledgerTransaction } from '#db/tables/ledger.ts'

type LedgerTransaction = typeof ledgerTransaction.$inferInsert

/** A business event and the whole points it gives (positive) or takes (negative). */
export interface Posting extends LedgerTransaction {
  event:
    | 'sale'
    | 'payment'
    | 'redemption'
    | 'giveBack'
    | 'reversal'
    | 'expiry'
    | 'expiration'
    | 'adjustment'
  loyaltyCode: string
  points: number
  /** Terms of the lot of points that are given. */
  lot?: LotTerms | undefined
  /** The lots that a redemption gives back. */
  lots?: readonly TakenLot[]
  /** The lot that points are taken from first. */
  own?: string | undefined
}

/** The lots that each event takes from. */
const SOURCES: Partial<Record<Posting['event'], LotSource>> = {
  redemption: 'spendable',
  expiration: 'expired',
}

/**
 * Moves points between two accounts whose members' rows are locked; it and `postAccruals` alone write the
 * ledger.
 * @param lotsOf the lots that it gives
 * @returns the transaction as it was posted, and whether its member has a shortfall; undefined when the
 * event was posted before (L5)
 * @throws a check violation when a balance would fall below 0 (L4)
 */
async function append(
  tx: Db,
  given: LedgerTransaction,
  points: number,
  from: LedgerAccount,
  to: LedgerAccount,
  lotsOf: (posted: LedgerTransaction) => Lot[] = () => [],
): Promise<{ at: Date; isOwing: boolean } | undefined> {
  const moves = [
    { account: to, points },
    { account: from, points: -points },
  ]
  const { transaction, entries, members } = appendEntries(given, moves)
  const lots = lotsOf(transaction)
  const { posted, owing } = await writePostings(tx, {
    transactions: [transaction],
    entries,
    lots,
    members,
  })
  return posted === 0 ? undefined : { at: transaction.at, isOwing: owing.length > 0 }
}

/**
 * Posts one event of a member, inside the transaction of the event. What it gives is set off against a
 * shortfall at once (L13). An event that was posted before, or has 0 points, changes nothing.
 * @returns what was taken from each lot
 * @throws when the balance, or for a redemption the spendable points, would fall below 0 (L4)
 */
export async function post(
  tx: Db,
  { loyaltyCode, points, lot, lots, own, ...transaction }: Posting,
): Promise<TakenLot[]> {
  if (!Number.isSafeInteger(points)) throw new RangeError('points are whole numbers')
  if (points === 0) return []
  const member = await lockAccount(tx, loyaltyCode)
  const lotsOf = (posted: LedgerTransaction) => {
    if (points < 0) return []
    return lots
      ? returnedLots(posted, { loyaltyCode, lots })
      : [lotOf(posted, { loyaltyCode, points }, lot)]
  }
  const appended = await append(tx, transaction, points, counterpartOf(member), member, lotsOf)
  if (!appended) return []
  if (points < 0) {
    const source = SOURCES[transaction.event] ?? 'all'
    return await takeFromLots(tx, { loyaltyCode, points: -points, source, own, at: appended.at })
  }
  if (appended.isOwing) await setOff(tx, loyaltyCode, transaction)
  return []
}

/** Sets what a transaction, or more that were posted with it, gave off against the member's shortfall. */
async function setOff(
  tx: Db,
  loyaltyCode: string,
  { id, event, eventId, rrn, at }: LedgerTransaction,
): Promise<void> {
  const member = await lockAccount(tx, loyaltyCode)
  const shortfall = await shortfallAccount(tx, loyaltyCode)
  const points = Math.min(member.balance, -(shortfall?.balance ?? 0))
  if (!shortfall || points <= 0) return
  const posting = { id: uuidOf(`setOff ${id}`), event: 'setOff', eventId: `${event}:${eventId}` }
  const missing = `${pointsText(points)} que ${points === 1 ? 'faltaba' : 'faltaban'}`
  const concept = `Descontamos ${missing} de una anulación o devolución`
  const appended = await append(tx, { ...posting, concept, rrn, at }, points, member, shortfall)
  if (appended)
    await takeFromLots(tx, { loyaltyCode, points, source: 'all', own: id, at: appended.at })
}

/** Points that an event gives, which was not posted before. */
export type Accrual = Omit<Posting, 'own' | 'lots'>

/**
 * Posts accruals of any number of members, in order, by one statement.
 * @throws when one was posted before
 */
export async function postAccruals(tx: Db, accruals: readonly Accrual[]): Promise<void> {
  const given = accruals.filter(({ points }) => points !== 0)
  if (given.length === 0) return
  if (!given.every(({ points }) => Number.isSafeInteger(points) && points > 0))
    throw new RangeError('accruals give whole points')
  const all = await lockAccounts(
    tx,
    given.map(({ loyaltyCode }) => loyaltyCode),
  )
  const counterparts = new Map(all.map((one) => [one.loyaltyCode, counterpartOf(one)]))
  const accounts = new Map<string, LedgerAccount>(all.map((one) => [one.loyaltyCode, one]))
  const posted = given.map(({ loyaltyCode, points, lot, ...event }) => {
    const member = accounts.get(loyaltyCode)
    const counterpart = counterparts.get(loyaltyCode)
    if (!member || !counterpart) throw new Error(`loyalty ${loyaltyCode} has no account`)
    const moves = [
      { account: member, points },
      { account: counterpart, points: -points },
    ]
    const { transaction, entries, members } = appendEntries(event, moves)
    accounts.set(loyaltyCode, members[0] ?? member)
    return { transaction, entries, lot: lotOf(transaction, { loyaltyCode, points }, lot) }
  })
  const written = await writePostings(tx, {
    transactions: posted.map(({ transaction }) => transaction),
    entries: posted.flatMap(({ entries }) => entries),
    lots: posted.map(({ lot }) => lot),
    members: [...accounts.values()],
  })
  if (written.posted < posted.length) throw new Error('an accrual was posted before')
  for (const code of written.owing) {
    const last = given.findLast(({ loyaltyCode }) => loyaltyCode === code)
    if (last) await setOff(tx, code, last)
  }
}

/**
 * Id of the posting that empties an account (L11). The number of the account's next entry makes it
 * unique: points that arrive later on the account are another event.
 */
export const emptyingId = ({ loyaltyCode, lastSeq }: LockedAccount): string =>
  `${loyaltyCode}:${lastSeq + 1}`

/**
 * Moves the whole balance of one member's account to another member's, as one posting, inside the
 * caller's transaction.
 * @param move loyalty codes, the text of both statement lines in Spanish, and the instant
 * @returns the points; 0 when there were none, and then nothing is posted
 */
export async function transferBalance(
  tx: Db,
  { from, to, ...move }: Record<'from' | 'to' | 'concept' | 'rrn', string> & { at: Date },
): Promise<number> {
  const accounts = await lockAccounts(tx, [from, to])
  const giver = accounts.find(({ loyaltyCode }) => loyaltyCode === from)
  const taker = accounts.find(({ loyaltyCode }) => loyaltyCode === to)
  if (!giver || !taker) throw new Error(`loyalty ${from} or ${to} has no account`)
  if (giver.balance === 0) return 0
  const eventId = emptyingId(giver)
  const transaction = { id: uuidOf(`transfer ${eventId}`), event: 'transfer', eventId, ...move }
  const transactionId = transaction.id
  if (!(await append(tx, transaction, giver.balance, giver, taker)))
    throw new Error(`the transfer ${eventId} was posted before`)
  await moveLots(tx, { from, to, transactionId })
  await setOff(tx, to, transaction)
  return giver.balance
}

/** Balance of a loyalty in whole points; 0 when it has no account. */
export async function balanceOf(db: Db, loyaltyCode: string): Promise<number> {
  const ofLoyalty = eq(ledgerAccount.loyaltyCode, loyaltyCode)
  const [account] = await db
    .select({ balance: ledgerAccount.balance })
    .from(ledgerAccount)
    .where(ofLoyalty)
  return account?.balance ?? 0
}

/** Points that are taken back from a member, and the reversal that takes them. */
interface Reversal
  extends Pick<Posting, 'loyaltyCode' | 'points' | 'own' | 'concept' | 'rrn' | 'at'> {
  /** Ends with the id of the reversed event, after the last colon (L9). */
  eventId: string
}

/**
 * Takes points back (L9). A balance is never negative (L4): what was spent meanwhile is posted on the
 * member's shortfall account.
 * @returns how many were taken, the shortfall included
 */
export async function takeBack(
  tx: Db,
  { eventId, loyaltyCode, points, concept, rrn, at, own }: Reversal,
): Promise<number> {
  if (points <= 0) return 0
  const member = await lockAccount(tx, loyaltyCode)
  const missing = Math.max(0, points - member.balance)
  const line = { eventId, concept: concept + missingSentence(missing), rrn, at }
  const id = uuidOf(`reversal ${eventId}`)
  await post(tx, { ...line, id, event: 'reversal', loyaltyCode, points: missing - points, own })
  if (missing === 0) return points
  const account =
    (await shortfallAccount(tx, loyaltyCode)) ?? (await addShortfallAccount(tx, loyaltyCode))
  const posting = { ...line, id: uuidOf(`shortfall ${eventId}`), event: 'shortfall' }
  await append(tx, posting, missing, account, counterpartOf(member))
  return points
}

async function addShortfallAccount(tx: Db, loyaltyCode: string): Promise<LedgerAccount> {
  const account = { id: uuidOf(`shortfall ${loyaltyCode}`), balance: 0 }
  await tx.insert(ledgerAccount).values({ ...account, shortfallOf: loyaltyCode })
  return { ...account, lastSeq: 0, lastAt: null, lastHash: null }
}

function missingSentence(points: number): string {
  if (points === 0) return ''
  return points === 1
    ? ': faltaba 1 punto, se descuenta de tus próximas compras'
    : `: faltaban ${points} puntos, se descuentan de tus próximas compras`
}

/** Takes back points that a payment gave, or some of them; none where it gave none. */
export async function reversePayment(
  tx: Db,
  {
    paymentToken,
    ...reversal
  }: Omit<Reversal, 'own'> & {
    /** The gateway's id of the charge. */
    paymentToken: string
  },
): Promise<void> {
  const [given] = await tx
    .select({ own: ledgerTransaction.id })
    .from(ledgerTransaction)
    .innerJoin(ledgerEntry, eq(ledgerEntry.transactionId, ledgerTransaction.id))
    .innerJoin(ledgerAccount, eq(ledgerAccount.id, ledgerEntry.accountId))
    .where(
      and(
        whereEquals(ledgerTransaction, { event: 'payment', eventId: paymentToken }),
        eq(ledgerAccount.loyaltyCode, reversal.loyaltyCode),
      ),
    )
  if (given) await takeBack(tx, { ...reversal, ...given })
}
