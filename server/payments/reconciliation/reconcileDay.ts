import { fromStamp } from '#contract/dates.ts'
import type { DiscrepancyKind } from '#contract/entities/reconciliation.ts'
import type { GatewayPayment } from '#contract/geopay.ts'
import { type Attempt, attemptById } from '#db/payments/attempts.ts'
import { finishDay, leaseDay, storeDiscrepancy } from '#db/payments/reconciliations.ts'
import { isPaid } from '#db/payments/debts.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import type { Context } from '#server/context.ts'
import { GatewayUnreachable, type PaymentQueryResult } from '#server/gateway/gatewayClient.ts'
import type { MalformedItem } from '#server/gateway/settlementListPage.ts'
import { businessDay } from '#server/payments/reconciliation/businessDay.ts'
import { syncWithGateway } from '#server/payments/outcome/applyGatewayAnswer.ts'
import {
  toDiscrepancy,
  toMalformedDiscrepancy,
  classify,
  gatewayStateOf,
} from '#server/payments/reconciliation/discrepancies.ts'
import {
  type Candidate,
  candidatesOfDay,
  candidatesFromList,
  type Counts,
} from '#server/payments/reconciliation/reconciliationCandidates.ts'

/** How long a day is one process's own, and rests after the gateway was away, in milliseconds. */
const LEASE = 600_000
/** Suspects that are asked about side by side. */
const PLACES = 8
/** How long one answer of the gateway is waited for, in milliseconds. */
const PATIENCE = 10_000

/** What a comparison has found so far. */
interface Round extends Counts {
  context: Context
  day: string
  source: 'LIST' | 'QUERIES'
  found: { kind: DiscrepancyKind; subject: string; mended: boolean }[]
}

/**
 * Compares a business day with the gateway: its list, where it has one, names the suspects, and a
 * query about each decides. What the ordinary way of a payment can settle is settled by it, never
 * on the list's word; the rest is kept for a person. May be run again at any point.
 * @returns false when another process holds the day, when it was done before, or when told to stop
 * @throws GatewayUnreachable when the gateway is away: the day is tried again after the lease
 */
export async function reconcileDay(
  context: Context,
  day: string,
  stopping?: AbortSignal,
): Promise<boolean> {
  const { db, gateway, now } = context
  const holder = uuidFrom(context.random(16))
  const hold = () =>
    leaseDay(db, { day, holder, now: now(), until: new Date(now().getTime() + LEASE) })
  if (!(await hold())) return false

  const pages = gateway.paymentsOfDay(day, PATIENCE)
  const source = pages ? 'LIST' : 'QUERIES'
  const round: Round = { context, day, source, here: 0, there: 0, found: [] }
  const suspects = pages
    ? candidatesFromList(db, day, pages, round)
    : candidatesOfDay(db, day, round)
  for await (const page of suspects)
    for (let place = 0; place < page.length; place += PLACES) {
      await Promise.all(page.slice(place, place + PLACES).map((one) => judge(round, one)))
      if (stopping?.aborted || !(await hold())) return false
    }

  const { here, there, found } = round
  const standing = found.filter(({ mended }) => !mended)
  if (!(await finishDay(db, { day, holder, source, here, there, at: now(), standing })))
    return false
  for (const { kind } of found) context.metrics.comparisonDifferences.inc({ kind })
  context.log.info({ day, source, here, there, differences: found.length }, 'day compared')
  return true
}

/** Asks about one suspect, keeps what differs before it is touched, and mends what can be mended. */
async function judge(round: Round, suspect: Candidate): Promise<void> {
  const { attempt: seen, listed, again, unreadable } = suspect
  const { context, source } = round
  if (unreadable) return await keepUnreadable(round, seen, unreadable)
  if (again && listed) return await keep(round, 'DOUBLE', seen, listed)
  const told = await ask(context, seen?.accessToken ?? listed?.accessToken ?? '')
  const charges = told ? chargesOf(told, seen) : []
  const said = charges[0] ?? told
  const attempt = seen && (await attemptById(context.db, seen.id))
  const debtIsPaid = attempt
    ? attempt.debtState === 'PAID'
    : await isPaid(context.db, listed?.reference ?? '')
  if (source === 'QUERIES') {
    round.there += charges.filter((one) => gatewayStateOf(one) !== 'NONE').length
    // A list tells each charge by itself.
    for (const more of charges.slice(1)) await keep(round, 'DOUBLE', attempt, more)
  }
  if (source === 'LIST' && attempt && !listed && !isOfDay(round.day, attempt, said ?? null)) return

  const asked = said === undefined ? null : classify(attempt, said, debtIsPaid)
  const kind = asked ?? untold(source, attempt, listed, said, debtIsPaid)
  if (kind === null) return
  if (source === 'LIST' && !listed) round.here += 1
  await keep(round, kind, attempt, (asked ? said : (listed ?? said)) ?? null, asked !== null)
}

/** All that the gateway tells of a token, first of all the charge that settled its attempt. */
function chargesOf(told: PaymentQueryResult, attempt: Attempt | undefined): GatewayPayment[] {
  const isOwn = ({ paymentToken }: GatewayPayment) => paymentToken === attempt?.paymentToken
  return [told, ...(told.besides ?? [])].toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))
}

/**
 * What remains to be told where the query shows nothing wrong, or is not answered: the acquirer pays
 * by its list, whatever the gateway answers.
 */
function untold(
  source: Round['source'],
  attempt: Attempt | undefined,
  listed: GatewayPayment | undefined,
  said: GatewayPayment | null | undefined,
  debtIsPaid: boolean,
): DiscrepancyKind | null {
  const isPaidHere = attempt?.state === 'PAID'
  if (listed) {
    // A charge that was given back since the list was made is no difference any more.
    const isOver = !isPaidHere && said && gatewayStateOf(said) !== 'NONE'
    return isOver ? null : classify(attempt, listed, debtIsPaid)
  }
  return isPaidHere && (source === 'LIST' || said === undefined) ? 'MISSING_THERE' : null
}

/** Whether a payment that the list lacks should be on it: on the day of its charge, as far as known. */
function isOfDay(day: string, attempt: Attempt, said: GatewayPayment | null): boolean {
  const charged = said && gatewayStateOf(said) !== 'NONE' ? fromStamp(said.dateTime) : null
  return businessDay(charged ?? attempt.createdAt) === day
}

/** @param canMend whether the gateway's own answer shows the difference: then the ordinary way may mend it */
async function keep(
  round: Round,
  kind: DiscrepancyKind,
  attempt: Attempt | undefined,
  said: GatewayPayment | null,
  canMend = false,
): Promise<void> {
  const { context, day } = round
  const difference = toDiscrepancy({ day, kind }, attempt, said)
  const { subject, stateHere, stateThere } = difference
  await storeDiscrepancy(context.db, difference)
  const mended = canMend && attempt !== undefined && (await mend(context, attempt))
  round.found.push({ kind, subject, mended })
  context.log.warn(
    {
      day,
      kind,
      attempt: attempt?.id,
      charge: difference.paymentToken,
      stateHere,
      stateThere,
      mended,
    },
    'the gateway’s day and ours differ',
  )
}

/**
 * What cannot be read waits for a person, whatever a query shows; what the query can settle of our
 * payment is settled all the same.
 */
async function keepUnreadable(
  { context, day, found }: Round,
  attempt: Attempt | undefined,
  unreadable: MalformedItem,
): Promise<void> {
  const difference = toMalformedDiscrepancy(day, attempt, unreadable)
  const { kind, subject } = difference
  await storeDiscrepancy(context.db, difference)
  found.push({ kind, subject, mended: false })
  if (attempt) await mend(context, attempt)
  const { place, paymentToken: charge } = unreadable
  context.log.warn({ day, kind, attempt: attempt?.id, charge, place }, 'a line of the list is dark')
}

/** The ordinary way of a payment, and whether both sides agree after it. */
async function mend(context: Context, attempt: Attempt): Promise<boolean> {
  try {
    const now = await syncWithGateway(context, attempt, PATIENCE)
    const said = await context.gateway.query(attempt.accessToken ?? '', PATIENCE)
    const latest = await attemptById(context.db, now.id)
    return classify(latest, said, latest.debtState === 'PAID') === null
  } catch (error) {
    // One that cannot be mended is nothing to the others.
    if (!(error instanceof GatewayUnreachable))
      context.log.error({ err: error, attempt: attempt.id }, 'a difference could not be mended')
    return false
  }
}

/**
 * What the gateway says of a token; undefined when it is there and cannot say.
 * @throws GatewayUnreachable when it is away: an outage is nobody's difference
 */
async function ask(
  context: Context,
  token: string,
): Promise<PaymentQueryResult | null | undefined> {
  const { gateway } = context
  try {
    return await gateway.query(token, PATIENCE)
  } catch (error) {
    if (!(error instanceof GatewayUnreachable)) throw error
  }
  await gateway.echo(PATIENCE)
  return await gateway.query(token, PATIENCE).catch((error: unknown) => {
    if (error instanceof GatewayUnreachable) return undefined
    throw error
  })
}
