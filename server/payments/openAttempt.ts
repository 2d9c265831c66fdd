import { HOUR_MS } from '#contract/dates.ts'
import { GATEWAY_CODES } from '#contract/gatewayCodes.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import type { Db } from '#db/core/db.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import { type Attempt, isOutcomePending, matchesDebt } from '#db/payments/attempts.ts'
import {
  type Draft,
  expireWithoutToken,
  findOrCreateAttempt,
  storeToken,
} from '#db/payments/createAttempt.ts'
import { type DebtRow, debtOf } from '#db/payments/debts.ts'
import { payerOf } from '#db/payments/paymentRequests.ts'
import type { Context } from '#server/context.ts'
import { newAuditNumber } from '#server/gateway/gatewayClient.ts'
import { ifUnreachable } from '#server/gateway/gatewayUnreachable.ts'
import type { Opening } from '#server/gateway/paymentRequest.ts'
import { refuse } from '#server/http/errors.ts'
import { type Limit, type LimitedCaller, take } from '#server/http/limits.ts'
import { firstPollAt } from '#server/payments/outcome/pollingBackoff.ts'
import { syncOrVoid, voidAtGateway } from '#server/payments/outcome/syncOrVoid.ts'
import type { Terms } from '#server/payments/paymentTerms.ts'

/** How long a token can be charged, in milliseconds (`docs/geopay.md`). */
export const TOKEN_LIFETIME_MS = 600_000
/** How long an attempt may request its token again, in milliseconds; then a new one is made. */
const OPENING_LIFETIME_MS = 90_000
/** How long one call to the gateway may take, in milliseconds: the app waits longer than three. */
const GATEWAY_TIMEOUT_MS = 15_000
/**
 * New attempts of a person: at most sixty in any hour. Four cards on each of ten debts do not reach
 * it.
 */
export const OPENINGS: Limit = {
  name: 'payment attempt',
  by: 'person',
  points: 40,
  per: 2 * HOUR_MS,
  taken: 'within',
  removable: true,
}
/** Of a debt that is not owed any more. */
export const DEBT_VOIDED = 'Esa deuda se anuló: no hay nada que pagar.'
/** Of a till's request. */
const TAKEN =
  'Otra persona está pagando esta compra. Si no fue así, pedile a la caja un cobro nuevo.'
/** An open attempt with its token; one that the gateway has just given is not stored yet. */
interface AttemptWithToken {
  attempt: Attempt
  accessToken: string
  isStored: boolean
}
/** How many attempts may have to be closed before one is opened. */
const MAX_TRIES = 4

/**
 * The one open attempt of a debt (P2). An open attempt with a valid token and the same terms is used
 * again; any other is voided at the gateway and replaced.
 * @param claim is called in the transaction of a new attempt
 * @throws Refusal when the debt is not owed, an outcome is pending, or the gateway is unreachable;
 * RateLimited when the person has opened too many
 */
export async function getOrOpenAttempt(
  context: Context,
  payer: PersonRow,
  debt: DebtRow,
  terms: Terms,
  { caller, claim }: { caller: LimitedCaller; claim?: (tx: Db) => Promise<unknown> },
): Promise<AttemptWithToken> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const draft = draftOf(context, debt, terms)
    const assertMayOpen = async (tx: Db) => {
      // The payer has no attempt under way: who pays the request is another person.
      if (debt.requestId && (await payerOf(tx, debt.requestId)))
        throw refuse(TAKEN, 'payment_taken')
      await take(context, caller, OPENINGS, { tx })
    }
    const { requestId } = debt
    const attempt = await findOrCreateAttempt(context.db, draft, assertMayOpen, requestId, claim)
    if (!attempt) throw await notPayable(context, debt)
    if (attempt.id === draft.id) context.metrics.attempts.inc({ state: attempt.state })
    if (isOutcomePending(attempt)) throw outcomePending()
    const opened = await tokenOrVoid(context, { attempt, debt, payer }, terms)
    if (opened) return opened
  }
  throw inOtherWindow()
}

/** The attempt is closed again and again by another request for the debt, with other terms. */
export const inOtherWindow = () =>
  refuse(
    'Ya estás pagando esta deuda en otra ventana. Seguí ahí, o probá en un rato.',
    'payment_pending',
  )

/** Why a debt that was PENDING when it was read takes no attempt now. */
async function notPayable({ db }: Context, { personId, reference }: DebtRow): Promise<Error> {
  const now = await debtOf(db, personId, reference)
  if (now?.state === 'VOIDED') return refuse(DEBT_VOIDED, 'debt_voided')
  return now?.state === 'PENDING'
    ? refuse('Esa deuda acaba de cambiar. Actualizá la lista y probá de nuevo.', 'debt_changed')
    : refuse('Esa deuda ya está paga.', 'debt_paid')
}

/** The token of an open attempt; null when it was voided or expired, and another may be made. */
async function tokenOrVoid(
  context: Context,
  opening: Opening,
  terms: Terms,
): Promise<AttemptWithToken | null> {
  const { attempt } = opening
  const now = context.now().getTime()
  const hasSameTerms =
    attempt.installments === terms.installments &&
    attempt.tipAmount === terms.tipAmount &&
    matchesDebt(attempt)
  if (attempt.accessToken !== null) {
    if (hasSameTerms && attempt.tokenExpiresAt && attempt.tokenExpiresAt.getTime() > now)
      return { attempt, accessToken: attempt.accessToken, isStored: true }
    await syncAndVoid(context, attempt)
    return null
  }
  if (hasSameTerms && now < attempt.createdAt.getTime() + OPENING_LIFETIME_MS)
    return await requestToken(context, opening)
  if (await expireWithoutToken(context.db, attempt.id, context.now()))
    context.metrics.attempts.inc({ state: 'EXPIRED' })
  return null
}

/** Requests the attempt's token; concurrent and repeated requests get the same one. */
async function requestToken(context: Context, opening: Opening): Promise<AttemptWithToken | null> {
  const { attempt } = opening
  const { code, token } = await context.gateway
    .open(opening, GATEWAY_TIMEOUT_MS)
    .catch(
      refuseIfUnreachable(
        'No pudimos abrir el pago con la pasarela. No se cobró nada: probá de nuevo en unos minutos.',
      ),
    )
  if (code === GATEWAY_CODES.approved && token !== null)
    return { attempt, accessToken: token, isStored: false }
  await expireWithoutToken(context.db, attempt.id, context.now())
  // The gateway knows another request under this audit number: a new attempt gets a new one.
  if (code === GATEWAY_CODES.duplicate) return null
  context.log.error(
    { event: 'payment.open_refused', attempt: attempt.id, code },
    'The gateway refused to open a payment.',
  )
  throw refuse('La pasarela no aceptó abrir el pago. No se cobró nada.', 'gateway_unavailable')
}

/** Stores the token of an attempt. @returns null when the attempt was closed meanwhile */
export async function storeAttemptToken(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { attempt, accessToken }: AttemptWithToken,
): Promise<string | null> {
  const tokenExpiresAt = new Date(attempt.createdAt.getTime() + TOKEN_LIFETIME_MS)
  return await storeToken(db, attempt.id, {
    accessToken,
    tokenExpiresAt,
    nextPollAt: firstPollAt(now()),
  })
}

/** Voids an attempt whose token has expired or whose terms differ, unless it was paid meanwhile. */
async function syncAndVoid(context: Context, attempt: Attempt): Promise<void> {
  const unknownOutcome =
    'Todavía no pudimos confirmar tu intento anterior. Probá de nuevo en unos minutos.'
  const synced = await syncOrVoid(context, attempt, GATEWAY_TIMEOUT_MS).catch(
    refuseIfUnreachable(unknownOutcome),
  )
  if (isOutcomePending(synced)) throw outcomePending()
  if (synced.state !== 'CREATED') return
  const voided = await voidAtGateway(context, synced, GATEWAY_TIMEOUT_MS).catch(
    refuseIfUnreachable(unknownOutcome),
  )
  if (isOutcomePending(voided)) throw outcomePending()
}

const outcomePending = () =>
  refuse(
    'Estamos confirmando tu pago anterior de esta deuda. Te avisamos en cuanto se sepa.',
    'payment_pending',
  )

const refuseIfUnreachable = (sentence: string) =>
  ifUnreachable((): never => {
    throw refuse(sentence, 'gateway_unavailable')
  })

function draftOf(context: Context, debt: DebtRow, { installments, tipAmount }: Terms): Draft {
  const { netId, merchantId } = context.config.gateway
  const createdAt = context.now()
  return {
    id: uuidFrom(context.random(16)),
    personId: debt.personId,
    debtReference: debt.reference,
    netId,
    merchantId,
    currency: debt.currency,
    amount: debt.amount + tipAmount,
    taxedAmount: debt.taxedAmount,
    taxAmount: debt.taxAmount,
    tipAmount,
    installments,
    indi: debt.indi,
    auditNumber: newAuditNumber(context.random),
    createdAt,
    // Without a token there is nothing to query: the poller expires the attempt at this time.
    nextPollAt: new Date(createdAt.getTime() + TOKEN_LIFETIME_MS),
  }
}
