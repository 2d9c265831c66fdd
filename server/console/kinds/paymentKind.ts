import { ATTEMPT_LABELS } from '#contract/console/paymentKind.ts'
import { toStamp } from '#contract/dates.ts'
import type { AttemptState } from '#contract/entities/payment.ts'
import { type PaymentFilter, paymentsLike, paymentWithHistory } from '#db/console/payments.ts'
import type { Attempt } from '#db/payments/attempts.ts'
import { type Refund, refundKindNow } from '#db/payments/refunds.ts'
import type { ConsoleKind, Hit, ListedRow } from '#server/console/consoleKind.ts'
import { type Happened, historyOf } from '#server/console/history.ts'
import { maskedEmail, maskedName } from '#server/console/maskedText.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { refundActions } from '#server/console/refundActions.ts'
import { happenedTo } from '#server/console/refundHistory.ts'
import { UUID_ID } from '#server/http/pagination.ts'
import { RECEIPT_FORMATS } from '#server/mail/receiptFormats.ts'
import { spanOfDay, voidableUntil } from '#server/payments/reconciliation/businessDay.ts'

const MAX_HITS = 10
const TONES = {
  CREATED: 'neutral',
  PROCESSING: 'warn',
  PAID: 'good',
  REJECTED: 'bad',
  EXPIRED: 'neutral',
  VOIDED: 'neutral',
  REFUNDED: 'neutral',
} as const satisfies Record<AttemptState, string>

const OPEN_LABELS: Partial<Record<Refund['state'], string>> = {
  waiting: 'Espera a otra persona',
  sending: 'Falta la respuesta de la pasarela',
}
const isOpen = (state: Refund['state']) => Object.hasOwn(OPEN_LABELS, state)

const stateOf = ({ state }: Attempt) => ({ text: ATTEMPT_LABELS[state], tone: TONES[state] })
const amountOf = ({ amount, currency }: Attempt) => ({ cents: amount, currency })

const rowOf = (attempt: Attempt): ListedRow => ({
  id: attempt.id,
  cursor: { at: attempt.createdAt, id: attempt.id },
  cells: [
    { text: attempt.concept },
    amountOf(attempt),
    { stamp: toStamp(attempt.createdAt) },
    { text: attempt.maskedCard },
    stateOf(attempt),
  ],
})

const hitOf = (attempt: Attempt): Hit => ({
  id: attempt.id,
  title: attempt.concept,
  detail: [
    attempt.merchantName,
    ATTEMPT_LABELS[attempt.state],
    attempt.maskedCard,
    attempt.authorizationCode && `autorización ${attempt.authorizationCode}`,
  ]
    .filter(Boolean)
    .join(' · '),
})

/** The attempts to pay a debt by card, each with its messages, notices and points. */
export const paymentKind: ConsoleKind = {
  cursorId: UUID_ID,

  async list(db, { filters: { state = '', day = '', lastFour = '' }, count, after }, viewer) {
    const filter: PaymentFilter = {
      ...(state && { state: state as AttemptState }),
      ...(day && { span: spanOfDay(day) }),
      ...(lastFour && { lastFour }),
    }
    return (await paymentsLike(db, viewer, filter, { count, after })).map(rowOf)
  },

  async page(db, id, viewer) {
    const { shown, personId, now } = viewer
    const found = await paymentWithHistory(db, viewer, id)
    if (!found) return null
    const { attempt, payer, messages, notifications, postings, refunds } = found
    const { currency, branchCode } = attempt
    const happened: Happened[] = [
      { at: attempt.createdAt, title: 'El conductor abrió el pago' },
      ...(attempt.settledAt ? [{ at: attempt.settledAt, ...endOf(attempt) }] : []),
      ...messages.map(({ at, kind }) => ({
        at,
        title: kind === 'webhook' ? 'Aviso de la pasarela' : 'Vuelta del navegador',
        detail: 'Firma comprobada',
      })),
      ...notifications.map(({ at, title, text }) => ({
        at,
        title: 'Notificación al conductor',
        detail: `${title}: ${text}`,
      })),
      ...refunds.flatMap((one) =>
        happenedTo(one, (value) => RECEIPT_FORMATS.money(value, currency)),
      ),
      ...postings.map(({ at, concept, points }) => ({
        at,
        title: points < 0 ? `${-points} puntos devueltos` : `${points} puntos dados`,
        detail: concept,
      })),
    ]
    const cents = (value: number) => ({ cents: value, currency })
    const { refundedAmount } = attempt
    const kind = refundKindNow(attempt, { now, voidableUntil })
    const open = refunds.map(({ refund }) => refund).find(({ state }) => isOpen(state))
    const acts = open
      ? open.state === 'waiting' && open.proposedBy !== personId && ['decideRefund']
      : kind && [kind]
    return {
      title: attempt.concept,
      badges: [
        stateOf(attempt),
        ...(attempt.state === 'PAID' && refundedAmount > 0
          ? [{ text: 'Devuelto en parte', tone: 'warn' as const }]
          : []),
        ...(open ? [{ text: OPEN_LABELS[open.state], tone: 'brand' as const }] : []),
      ],
      masked: !shown,
      ownerId: payer.id,
      groups: [
        {
          title: '',
          facts: [
            { name: 'Importe', value: cents(attempt.amount) },
            ...(attempt.tipAmount > 0
              ? [{ name: 'Propina', value: cents(attempt.tipAmount) }]
              : []),
            ...(attempt.refund > 0
              ? [
                  {
                    name: `Devolución de impuestos, ley ${attempt.law}`,
                    value: cents(attempt.refund),
                  },
                ]
              : []),
            ...(refundedAmount > 0
              ? [{ name: 'Se devolvió a la tarjeta', value: cents(refundedAmount) }]
              : []),
            ...(kind === 'refund'
              ? [{ name: 'Queda por devolver', value: cents(attempt.amount - refundedAmount) }]
              : []),
            ...(kind === 'void'
              ? [
                  {
                    name: 'Se puede anular hasta',
                    value: { stamp: toStamp(voidableUntil(attempt.createdAt)) },
                  },
                ]
              : []),
            { name: 'Cuotas', value: { count: attempt.installments } },
            {
              name: 'Estación',
              value: {
                text: attempt.merchantName || (branchCode ?? ''),
                ...(branchCode && { link: { kind: 'station', id: branchCode } }),
              },
            },
            { name: 'Deuda', value: { text: attempt.debtReference } },
            { name: 'Comprobante', value: { text: attempt.invoiceNumber } },
            { name: 'Afiliación', value: { text: attempt.loyaltyCode ?? '' } },
          ],
        },
        {
          title: 'Tarjeta y pasarela',
          facts: [
            { name: 'Tarjeta', value: { text: attempt.maskedCard } },
            { name: 'Autorización', value: { text: attempt.authorizationCode } },
            { name: 'Cobro de la pasarela', value: { text: attempt.paymentToken ?? '' } },
            { name: 'Respuesta', value: { text: attempt.reason } },
            ...(attempt.nextPollAt
              ? [{ name: 'Próxima consulta', value: { stamp: toStamp(attempt.nextPollAt) } }]
              : []),
          ],
        },
        {
          title: 'Conductor',
          facts: [
            {
              name: 'Nombre',
              value: {
                text: shown ? `${payer.firstName} ${payer.firstSurname}` : maskedName(payer),
                link: { kind: 'driver', id: payer.id },
              },
            },
            { name: 'Correo', value: { text: shown ? payer.email : maskedEmail(payer.email) } },
          ],
        },
      ],
      tables: [],
      timeline: await historyOf(db, { kind: 'payment', id }, happened),
      actions: [...(payer.id !== personId && acts ? acts : []), 'note'],
    }
  },

  async find(db, { text, compact, card }, viewer) {
    const lookups: (PaymentFilter | null)[] = [
      card && {
        lastFour: card.lastFour,
        ...(card.day && { span: spanOfDay(card.day) }),
      },
      /^[A-Z\d]{4,12}$/.test(compact) ? { authorizationCode: compact } : null,
      /^[\w.-]{3,40}$/.test(text) ? { debtReference: text } : null,
    ]
    const found = await Promise.all(
      lookups
        .filter((filter) => filter !== null)
        .map((filter) => paymentsLike(db, viewer, filter, { count: MAX_HITS })),
    )
    const byId = new Map(found.flat().map((attempt) => [attempt.id, attempt]))
    return [...byId.values()].slice(0, MAX_HITS).map(hitOf)
  },

  actions: { ...refundActions, note: noteAction('payment') },
}

function endOf(attempt: Attempt): Omit<Happened, 'at'> {
  const { state, reason, authorizationCode } = attempt
  const detail = state === 'PAID' ? `Autorización ${authorizationCode}` : reason
  return { title: `Pasó a ${ATTEMPT_LABELS[state]}`, detail, tone: TONES[state] }
}
