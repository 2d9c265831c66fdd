import { and, asc, eq, gt, inArray, lte, ne, or } from 'drizzle-orm'
import type { PaymentRequestState } from '#contract/entities/paymentRequest.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { whereEquals } from '#db/core/whereEquals.ts'
import { pollActiveAttempts } from '#db/payments/attemptPolling.ts'
import { ACTIVE_STATES, outcomePending } from '#db/payments/attempts.ts'
import { debt, paymentAttempt, paymentRequest } from '#db/tables/payments.ts'
import { branch } from '#db/tables/stations.ts'
import { terminal } from '#db/tables/terminals.ts'

export type PaymentRequestRow = typeof paymentRequest.$inferSelect

/** For how long a request can be paid, in milliseconds. */
const REQUEST_LIFETIME_MS = 600_000
/** How many requests of a terminal may wait at once. */
const MAX_WAITING = 20

/** What a till asks for; all else is made here. */
export type Asked = Pick<
  PaymentRequestRow,
  | 'reference'
  | 'ticket'
  | 'lines'
  | 'amount'
  | 'currency'
  | 'taxedAmount'
  | 'taxAmount'
  | 'indi'
  | 'finalConsumer'
>
type Made = Pick<PaymentRequestRow, 'id' | 'code' | 'rrn' | 'terminalId' | 'branchCode'>

/**
 * Stores what a till asks for. Its terminal is locked. A repeat answers the stored request.
 * @returns `conflict` when the reference has other content, `limit` when too many wait
 */
export async function insertRequest(
  tx: Db,
  asked: Asked,
  { now, ...made }: Made & { now: Date },
): Promise<PaymentRequestRow | 'conflict' | 'limit'> {
  const { terminalId } = made
  const stored = await requestOfTill(tx, terminalId, asked.reference, now)
  if (stored) return hasContent(stored, asked) ? stored : 'conflict'
  await expireRequests(tx, now, terminalId)
  const waiting = whereEquals(paymentRequest, { terminalId, state: 'waiting' })
  if ((await tx.$count(paymentRequest, waiting)) >= MAX_WAITING) return 'limit'
  const expiresAt = new Date(now.getTime() + REQUEST_LIFETIME_MS)
  const row = { ...asked, ...made, createdAt: now, expiresAt }
  const [inserted] = await tx.insert(paymentRequest).values(row).returning()
  if (!inserted) throw new Error(`payment request ${made.id} was not inserted`)
  return inserted
}

/** Whether a request has this content; PostgreSQL orders the fields of the stored lines its own way. */
const hasContent = (stored: PaymentRequestRow, asked: Asked) =>
  contentOf(stored) === contentOf(asked)
const contentOf = ({ lines, ...asked }: Asked) =>
  JSON.stringify([
    asked.ticket,
    asked.amount,
    asked.currency,
    asked.taxedAmount,
    asked.taxAmount,
    asked.indi,
    asked.finalConsumer,
    lines.map((line) => [line.product, line.millilitres, line.unitPrice, line.amount]),
  ])

/** A terminal's request by the till's reference, locked, and ended if its time is over. */
export async function requestOfTill(tx: Db, terminalId: string, reference: string, now: Date) {
  const [found] = await tx
    .select({ id: paymentRequest.id })
    .from(paymentRequest)
    .where(whereEquals(paymentRequest, { terminalId, reference }))
  return found && (await lockRequest(tx, found.id, now))
}

/**
 * Locks a request until the end of the transaction: who opens, pays, cancels or voids it waits. One whose
 * time is over ends here, so that no later approval pays it.
 */
export async function lockRequest(tx: Db, id: string, now: Date): Promise<PaymentRequestRow> {
  const [found] = await tx
    .select()
    .from(paymentRequest)
    .where(eq(paymentRequest.id, id))
    .for('no key update')
  if (!found) throw new Error(`payment request ${id} does not exist`)
  if (found.state !== 'waiting' || found.expiresAt > now) return found
  return await moveRequest(tx, id, { state: 'expired', now })
}

/** The person who has an open attempt of a request, or one whose outcome is not known. */
export async function payerOf(db: Db, requestId: string): Promise<string | undefined> {
  const [found] = await db
    .select({ personId: debt.personId })
    .from(debt)
    .innerJoin(paymentAttempt, eq(paymentAttempt.debtReference, debt.reference))
    .where(
      and(
        eq(debt.requestId, requestId),
        or(inArray(paymentAttempt.state, ACTIVE_STATES), outcomePending),
      ),
    )
    .limit(1)
  return found?.personId
}

/**
 * Moves a locked request to a state other than `waiting`. Its debts that are not paid are owed no more: a
 * poll closes the page that is open of one, and voids what it charges (P9).
 */
export async function moveRequest(
  tx: Db,
  id: string,
  {
    now,
    ...change
  }: { state: Exclude<PaymentRequestState, 'waiting'>; now: Date } & Partial<
    Pick<PaymentRequestRow, 'attemptId' | 'paidAt' | 'reason'>
  >,
): Promise<PaymentRequestRow> {
  const [settled] = await tx
    .update(paymentRequest)
    .set({ ...change, settledAt: now })
    .where(eq(paymentRequest.id, id))
    .returning()
  if (!settled) throw new Error(`payment request ${id} does not exist`)
  const withdrawn = await tx
    .update(debt)
    .set({ state: 'VOIDED' })
    .where(whereEquals(debt, { requestId: id, state: 'PENDING' }))
    .returning({ reference: debt.reference })
  for (const { reference } of withdrawn) await pollActiveAttempts(tx, reference, now)
  return settled
}

/** Ends the requests whose time is over, of one terminal or of all. @returns how many */
export async function expireRequests(db: Db, now: Date, terminalId?: string): Promise<number> {
  const due = await db
    .select({ id: paymentRequest.id })
    .from(paymentRequest)
    .where(
      and(
        eq(paymentRequest.state, 'waiting'),
        lte(paymentRequest.expiresAt, now),
        terminalId === undefined ? undefined : eq(paymentRequest.terminalId, terminalId),
      ),
    )
    .orderBy(paymentRequest.id)
  for (const { id } of due) await inTransaction(db, (tx) => lockRequest(tx, id, now))
  return due.length
}

/** Stores that a till knows a state; one that is not the request's any more is told again. */
export async function acknowledge(
  tx: Db,
  terminalId: string,
  { reference, state }: Pick<PaymentRequestRow, 'reference' | 'state'>,
): Promise<void> {
  await tx
    .update(paymentRequest)
    .set({ toldState: state })
    .where(whereEquals(paymentRequest, { terminalId, reference, state }))
}

/** The requests of a terminal with a state that it has not acknowledged, the oldest first. */
export const untoldRequests = (tx: Db, terminalId: string, limit: number) =>
  tx
    .select()
    .from(paymentRequest)
    .where(
      and(
        eq(paymentRequest.terminalId, terminalId),
        ne(paymentRequest.state, paymentRequest.toldState),
      ),
    )
    .orderBy(asc(paymentRequest.createdAt), asc(paymentRequest.id))
    .limit(limit)

/** The states of requests now, for the calls that wait for another one. */
export const statesOf = (db: Db, ids: string[]) =>
  db
    .select({ id: paymentRequest.id, state: paymentRequest.state })
    .from(paymentRequest)
    .where(inArray(paymentRequest.id, ids))

/** Whether the charge of an attempt pays a request that its till has voided. */
export async function isVoidRequested(
  db: Db,
  { id: attemptId, requestId }: { id: string; requestId: string | null },
): Promise<boolean> {
  if (requestId === null) return false
  const voiding = whereEquals(paymentRequest, { attemptId, state: 'voiding' })
  return (await db.$count(paymentRequest, voiding)) > 0
}

const ofDriver = (db: Db) =>
  db
    .select({ request: paymentRequest, terminalName: terminal.name, branchName: branch.name })
    .from(paymentRequest)
    .innerJoin(terminal, eq(terminal.id, paymentRequest.terminalId))
    .innerJoin(branch, eq(branch.code, paymentRequest.branchCode))
/** A request with the names of its terminal and station. */
export type NamedRequest = Awaited<ReturnType<typeof ofDriver>>[number]

export const requestOfCode = async (db: Db, code: string): Promise<NamedRequest | undefined> =>
  (await ofDriver(db).where(eq(paymentRequest.code, code)))[0]

/** The code of a terminal that a driver types: that of its station, and its number there. */
export const terminalCode = (branchCode: string, terminalName: string) =>
  `${branchCode}-${terminalName.replace(/^\D+/, '')}`

/** The requests, at most two, that wait for exactly this amount at the terminal that a driver typed. */
export async function requestsOfTerminal(
  db: Db,
  typed: string,
  { amount, now }: { amount: number; now: Date },
): Promise<NamedRequest[]> {
  const [, branchCode, number] = /^(.+)-(\d{1,6})$/.exec(typed.trim().toUpperCase()) ?? []
  if (!branchCode || !number) return []
  return await ofDriver(db)
    .where(
      and(
        whereEquals(terminal, { branchCode, name: `Caja ${Number(number)}`, revokedAt: null }),
        whereEquals(paymentRequest, { state: 'waiting', amount }),
        gt(paymentRequest.expiresAt, now),
      ),
    )
    .limit(2)
}
