import { fromStamp, toDate } from '#contract/dates.ts'
import type { DiscrepancyKind } from '#contract/entities/reconciliation.ts'
import type { GatewayPayment } from '#contract/geopay.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { type Attempt, attemptById } from '#db/payments/attempts.ts'
import { isPaid } from '#db/payments/debts.ts'
import { finishDay, leaseDay, storeDiscrepancy } from '#db/payments/reconciliations.ts'
import type { Context } from '#server/context.ts'
import type { PaymentQueryResult } from '#server/gateway/gatewayClient.ts'
import { GatewayUnreachable, ifUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import type { MalformedItem } from '#server/gateway/settlementListPage.ts'
import { syncOrVoid } from '#server/payments/outcome/syncOrVoid.ts'
import {
  classify,
  gatewayStateOf,
  toDiscrepancy,
  toMalformedDiscrepancy,
} from '#server/payments/reconciliation/discrepancies.ts'
import {
  type Candidate,
  type Counts,
  candidatesFromList,
  candidatesOfDay,
} from '#server/payments/reconciliation/reconciliationCandidates.ts'

/** How long one process has a day to itself, and an unfinished day waits, in milliseconds. */
const LEASE_MS = 600_000
/** Candidates that are queried concurrently. */
const MAX_CONCURRENT = 8
/** How long to wait for one answer of the gateway, in milliseconds. */
const GATEWAY_TIMEOUT_MS = 10_000

interface Run extends Counts {
  context: Context
  day: string
  source: 'LIST' | 'QUERIES'
  found: { kind: DiscrepancyKind; subject: string; resolved: boolean }[]
}

/**
 * Reconciles a business day with the gateway. The settlement list, where there is one, names the
 * candidates; a query about each decides. A discrepancy that `syncOrVoid` can resolve is resolved by
 * it, never by the list alone; the others are stored for an operator. May be repeated at any point.
 * @returns false when another process has the day, the day is finished, or the signal stopped it
 * @throws GatewayUnreachable when the gateway is: the day is free again at the end of the lease
 */
export async function reconcileDay(
  context: Context,
  day: string,
  stopping?: AbortSignal,
): Promise<boolean> {
  const { db, gateway, now } = context
  const holder = uuidFrom(context.random(16))
  const lease = () =>
    leaseDay(db, { day, holder, now: now(), until: new Date(now().getTime() + LEASE_MS) })
  if (!(await lease())) return false

  const pages = gateway.paymentsOfDay(day, GATEWAY_TIMEOUT_MS)
  const source = pages ? 'LIST' : 'QUERIES'
  const run: Run = { context, day, source, here: 0, there: 0, found: [] }
  const candidates = pages ? candidatesFromList(db, day, pages, run) : candidatesOfDay(db, day, run)
  for await (const page of candidates)
    for (let at = 0; at < page.length; at += MAX_CONCURRENT) {
      await Promise.all(page.slice(at, at + MAX_CONCURRENT).map((one) => compare(run, one)))
      if (stopping?.aborted || !(await lease())) return false
    }

  const { here, there, found } = run
  const standing = found.filter(({ resolved }) => !resolved)
  if (!(await finishDay(db, { day, holder, source, here, there, at: now(), standing })))
    return false
  for (const { kind } of found) context.metrics.gatewayDiscrepancies.inc({ kind })
  context.log.info(
    {
      event: 'reconciliation.day_finished',
      day,
      source,
      here,
      there,
      discrepancies: found.length,
      unresolved: standing.length,
    },
    'A business day was reconciled.',
  )
  return true
}

/** Queries one candidate and stores its discrepancy before anything is changed by resolving it. */
async function compare(run: Run, candidate: Candidate): Promise<void> {
  const { attempt: seen, listed, isRepeated, malformed } = candidate
  const { context, source } = run
  if (malformed) return await reportMalformed(run, seen, malformed)
  if (isRepeated && listed) return await report(run, 'DOUBLE', seen, listed)
  const token = seen?.accessToken ?? listed?.accessToken ?? ''
  const result = await queryReachableGateway(context, token)
  const charges = result ? chargesOf(result, seen) : []
  const queried = charges[0] ?? result
  const attempt = seen && (await attemptById(context.db, seen.id))
  const debtIsPaid = attempt
    ? attempt.debtState === 'PAID'
    : await isPaid(context.db, listed?.reference ?? '')
  if (source === 'QUERIES') {
    run.there += charges.filter((one) => gatewayStateOf(one) !== 'NONE').length
    // A settlement list has an item for each charge.
    for (const extra of charges.slice(1)) await report(run, 'DOUBLE', attempt, extra)
  }
  if (source === 'LIST' && attempt && !listed && !isOfDay(run.day, attempt, queried ?? null)) return

  const shownByQuery = queried === undefined ? null : classify(attempt, queried, debtIsPaid)
  const kind = shownByQuery ?? kindByList(source, attempt, listed, queried, debtIsPaid)
  if (kind === null) return
  if (source === 'LIST' && !listed) run.here += 1
  const payment = shownByQuery ? queried : (listed ?? queried)
  await report(run, kind, attempt, payment ?? null, shownByQuery !== null)
}

/** Every charge of a query's result, the one that settled the attempt first. */
function chargesOf(result: PaymentQueryResult, attempt: Attempt | undefined): GatewayPayment[] {
  const isOwn = ({ paymentToken }: GatewayPayment) => paymentToken === attempt?.paymentToken
  return [result, ...(result.extraCharges ?? [])].toSorted(
    (a, b) => Number(isOwn(b)) - Number(isOwn(a)),
  )
}

/**
 * The discrepancy where the query shows none or is not answered: the acquirer pays by its list,
 * whatever the gateway answers to queries.
 */
function kindByList(
  source: Run['source'],
  attempt: Attempt | undefined,
  listed: GatewayPayment | undefined,
  queried: GatewayPayment | null | undefined,
  debtIsPaid: boolean,
): DiscrepancyKind | null {
  const isPaidHere = attempt?.state === 'PAID'
  if (listed) {
    // A charge that was voided or refunded after the list was made is no discrepancy.
    const isOver = !isPaidHere && queried && gatewayStateOf(queried) !== 'NONE'
    return isOver ? null : classify(attempt, listed, debtIsPaid)
  }
  return isPaidHere && (source === 'LIST' || queried === undefined) ? 'MISSING_THERE' : null
}

/** Whether a payment that the list lacks belongs to the day: the day of its charge, if it is known. */
function isOfDay(day: string, attempt: Attempt, payment: GatewayPayment | null): boolean {
  const chargedAt =
    payment && gatewayStateOf(payment) !== 'NONE' ? fromStamp(payment.dateTime) : null
  return toDate(chargedAt ?? attempt.createdAt) === day
}

/** @param isResolvable whether the gateway's answer shows the discrepancy, so that a sync may resolve it */
async function report(
  run: Run,
  kind: DiscrepancyKind,
  attempt: Attempt | undefined,
  payment: GatewayPayment | null,
  isResolvable = false,
): Promise<void> {
  const { context, day } = run
  const discrepancy = toDiscrepancy({ day, kind }, attempt, payment)
  const { subject, stateHere, stateThere, paymentToken: charge } = discrepancy
  await storeDiscrepancy(context.db, discrepancy)
  const resolved =
    isResolvable && attempt !== undefined && (await syncOrVoidAndCompare(context, attempt))
  run.found.push({ kind, subject, resolved })
  context.log.warn(
    {
      event: 'reconciliation.discrepancy',
      day,
      kind,
      attempt: attempt?.id,
      charge,
      stateHere,
      stateThere,
      resolved,
    },
    'A payment differs between the gateway and this server.',
  )
}

/**
 * A malformed item stays for an operator whatever a query shows; the attempt is synced all the
 * same.
 */
async function reportMalformed(
  { context, day, found }: Run,
  attempt: Attempt | undefined,
  malformed: MalformedItem,
): Promise<void> {
  const discrepancy = toMalformedDiscrepancy(day, attempt, malformed)
  const { kind, subject } = discrepancy
  await storeDiscrepancy(context.db, discrepancy)
  found.push({ kind, subject, resolved: false })
  if (attempt) await syncOrVoidAndCompare(context, attempt)
  const { place, paymentToken: charge } = malformed
  context.log.warn(
    { event: 'reconciliation.malformed_item', day, kind, attempt: attempt?.id, charge, place },
    'An item of the settlement list is malformed.',
  )
}

/** Runs `syncOrVoid`. @returns whether both sides agree afterwards */
async function syncOrVoidAndCompare(context: Context, attempt: Attempt): Promise<boolean> {
  try {
    const synced = await syncOrVoid(context, attempt, GATEWAY_TIMEOUT_MS)
    const token = attempt.accessToken ?? ''
    const payment = await context.gateway.query(token, GATEWAY_TIMEOUT_MS)
    const current = await attemptById(context.db, synced.id)
    return classify(current, payment, current.debtState === 'PAID') === null
  } catch (error) {
    // A failure with one payment must not end the reconciliation of the others.
    if (!(error instanceof GatewayUnreachable))
      context.log.error(
        { event: 'reconciliation.resolve_failed', err: error, attempt: attempt.id },
        'A discrepancy could not be resolved.',
      )
    return false
  }
}

/**
 * Queries the gateway for a token, and tells an outage from a gateway that answers other calls.
 * @returns undefined when the gateway answers an echo and not the query
 * @throws GatewayUnreachable when it does not answer the echo either
 */
async function queryReachableGateway(
  context: Context,
  accessToken: string,
): Promise<PaymentQueryResult | null | undefined> {
  const query = () =>
    context.gateway.query(accessToken, GATEWAY_TIMEOUT_MS).catch(ifUnreachable(() => undefined))
  const result = await query()
  if (result !== undefined) return result
  await context.gateway.echo(GATEWAY_TIMEOUT_MS)
  return await query()
}
