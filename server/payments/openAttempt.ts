import { DENIED } from '#contract/responseCodes.ts'
import { GATEWAY_CODES } from '#contract/geopay.ts'
import {
  type Attempt,
  matchesDebt,
  type Draft,
  expireWithoutToken,
  findOrCreateAttempt,
  isOutcomePending,
  storeToken,
} from '#db/payments/attempts.ts'
import { type DebtRow, debtOf } from '#db/payments/debts.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import { uuidFrom } from '#db/core/uuid.ts'
import type { Context } from '#server/context.ts'
import { GatewayUnreachable, newAuditNumber } from '#server/gateway/gatewayClient.ts'
import {
  voidAtGateway,
  syncWithGateway,
  soon,
} from '#server/payments/outcome/applyGatewayAnswer.ts'
import type { Terms } from '#server/payments/paymentTerms.ts'
import { refuse } from '#server/http/errors.ts'

/** A token's life, in milliseconds. */
export const TOKEN_LIFETIME_MS = 600_000
/** An attempt without a token is asked for again this long; afterwards another one is made. */
const OPENING_LIFE = 90_000
/** How long one call of the gateway may take, in milliseconds: three fit in the app's own wait. */
const PATIENCE = 15_000
/** Attempts that may turn out to be over before one is opened. */
const TRIES = 4

/**
 * The token to pay a debt with, on the one open attempt of that debt: found again while it is live
 * and its terms are the same, closed at the gateway and made anew when they are not.
 * @throws Refusal when the debt is paid, is being confirmed, or the gateway cannot be had
 */
export async function getOrOpenAttempt(
  context: Context,
  payer: PersonRow,
  debt: DebtRow,
  terms: Terms,
): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const draft = draftOf(context, debt, terms)
    const attempt = await findOrCreateAttempt(context.db, draft)
    if (!attempt) throw await unpayable(context, debt)
    if (attempt.id === draft.id) context.metrics.attempts.inc({ state: attempt.state })
    if (isOutcomePending(attempt)) throw beingConfirmed()
    const token = await continueWith(context, attempt, payer, debt, terms)
    if (token !== null) return token
  }
  throw refuse(
    DENIED,
    'Ya estás pagando esta deuda en otra ventana. Seguí ahí, o probá en un rato.',
  )
}

/** Why a debt that was there to be paid a moment ago is not any more. */
async function unpayable({ db }: Context, { personId, reference }: DebtRow): Promise<Error> {
  const now = await debtOf(db, personId, reference)
  return now?.state === 'PENDING'
    ? refuse(DENIED, 'Esa deuda acaba de cambiar. Actualizá la lista y probá de nuevo.')
    : refuse(DENIED, 'Esa deuda ya está paga.')
}

/** The token of an open attempt, or null when it was closed and another may be made. */
async function continueWith(
  context: Context,
  attempt: Attempt,
  payer: PersonRow,
  debt: DebtRow,
  terms: Terms,
): Promise<string | null> {
  const now = context.now().getTime()
  const same =
    attempt.installments === terms.installments &&
    attempt.tipAmount === terms.tipAmount &&
    matchesDebt(attempt)
  if (attempt.accessToken !== null) {
    if (same && attempt.tokenExpiresAt && attempt.tokenExpiresAt.getTime() > now)
      return attempt.accessToken
    await finish(context, attempt)
    return null
  }
  if (same && now < attempt.createdAt.getTime() + OPENING_LIFE)
    return await open(context, attempt, payer, debt)
  if (await expireWithoutToken(context.db, attempt.id, context.now()))
    context.metrics.attempts.inc({ state: 'EXPIRED' })
  return null
}

/** Asks the gateway for the attempt's token: whoever asks, it is the same request and the same token. */
async function open(
  context: Context,
  attempt: Attempt,
  payer: PersonRow,
  debt: DebtRow,
): Promise<string | null> {
  const answer = await context.gateway
    .open(
      {
        auditNumber: attempt.auditNumber,
        at: attempt.createdAt,
        reference: attempt.debtReference,
        currency: attempt.currency,
        amount: attempt.amount,
        tipAmount: attempt.tipAmount,
        taxedAmount: attempt.taxedAmount,
        taxAmount: attempt.taxAmount,
        installments: attempt.installments,
        indi: attempt.indi,
        finalConsumer: debt.finalConsumer,
        concept: debt.concept,
        invoiceNumber: debt.invoiceNumber,
        client: {
          email: payer.email,
          firstName: payer.firstName,
          lastName: payer.firstSurname,
          mobile: payer.mobile,
          address: payer.address,
        },
      },
      PATIENCE,
    )
    .catch(
      unreached(
        'No pudimos abrir el pago con la pasarela. No se cobró nada: probá de nuevo en unos minutos.',
      ),
    )
  if (answer.code === GATEWAY_CODES.approved && answer.token !== null)
    return await storeToken(context.db, attempt.id, {
      accessToken: answer.token,
      tokenExpiresAt: new Date(attempt.createdAt.getTime() + TOKEN_LIFETIME_MS),
      lookAt: soon(context),
    })
  await expireWithoutToken(context.db, attempt.id, context.now())
  // Under this number the gateway knows another request of ours: a new number is a new payment.
  if (answer.code === GATEWAY_CODES.duplicate) return null
  context.log.error(
    { attempt: attempt.id, code: answer.code },
    'the gateway would not open a payment',
  )
  throw refuse(DENIED, 'La pasarela no aceptó abrir el pago. No se cobró nada.')
}

/** Ends an attempt whose token is over or was opened on other terms, unless it was paid meanwhile. */
async function finish(context: Context, attempt: Attempt): Promise<void> {
  const unknown =
    'Todavía no pudimos confirmar tu intento anterior. Probá de nuevo en unos minutos.'
  const asked = await syncWithGateway(context, attempt, PATIENCE).catch(unreached(unknown))
  if (isOutcomePending(asked)) throw beingConfirmed()
  if (asked.state !== 'CREATED') return
  const closed = await voidAtGateway(context, asked, PATIENCE).catch(unreached(unknown))
  if (isOutcomePending(closed)) throw beingConfirmed()
}

const beingConfirmed = () =>
  refuse(
    DENIED,
    'Estamos confirmando tu pago anterior de esta deuda. Te avisamos en cuanto se sepa.',
  )

const unreached = (sentence: string) => (error: unknown) => {
  throw error instanceof GatewayUnreachable ? refuse(DENIED, sentence) : error
}

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
    // Without a token there is nothing to ask the gateway: the reconciler drops it when it is over.
    lookAt: new Date(createdAt.getTime() + TOKEN_LIFETIME_MS),
  }
}
