import { ATTEMPT_STATES } from '#contract/console/paymentKind.ts'
import {
  type ListedPayment,
  type PaymentFilter,
  paymentHistory,
  paymentsLike,
  paymentWithRefunds,
} from '#db/console/payments.ts'
import { proposalsWaiting } from '#db/console/waiting.ts'
import type { Attempt } from '#db/payments/attempts.ts'
import { refundKindNow } from '#db/payments/refunds.ts'
import { consoleKind } from '#server/console/consoleKind.ts'
import { type Happened, historyOf } from '#server/console/history.ts'
import { maskedEmail, maskedName } from '#server/console/maskedText.ts'
import { noteAction } from '#server/console/noteAction.ts'
import { decidableBy } from '#server/console/proposalActions.ts'
import { refundActions } from '#server/console/refundActions.ts'
import { happenedToRefunds } from '#server/console/refundHistory.ts'
import { badge, copied, group, link, uncut } from '#server/console/shownValues.ts'
import { UUID_ID } from '#server/http/pagination.ts'
import { RECEIPT_FORMATS } from '#server/mail/receiptFormats.ts'
import { spanOfDay, voidableUntil } from '#server/payments/businessDay.ts'

const MAX_HITS = 10

const badgeOf = ({ state }: Pick<Attempt, 'state'>) => badge(ATTEMPT_STATES, state)
const amountOf = ({ amount, currency }: ListedPayment) => ({ cents: amount, currency })

/** Cents as the form of a refund takes them: `1250,50`. */
const typedAmount = (cents: number) => (cents / 100).toFixed(2).replace('.', ',')

type Found = NonNullable<Awaited<ReturnType<typeof paymentWithRefunds>>>
/** The proposal of a refund that waits for another operator. */
const waitingOf = ({ proposals }: Found) => proposals.find(({ state }) => state === 'waiting')
/** For what a refund waits; undefined when none does. */
function openText(found: Found): string | undefined {
  if (waitingOf(found)) return 'Espera a otra persona'
  const isSent = found.refunds.some(({ state }) => state === 'sending')
  return isSent ? 'Falta la respuesta de la pasarela' : undefined
}

/** The attempts to pay a debt by card, each with its messages, notices and points. */
export const paymentKind = consoleKind('payment', {
  cursorId: UUID_ID,

  hasAmounts: true,
  list: (db, { driver, ...filter }, page, viewer) =>
    paymentsLike(
      db,
      viewer,
      {
        ...filter,
        ...(driver && { personId: driver }),
      },
      page,
    ),
  sorted: 'Cuándo',
  rowAt: ({ id, createdAt: at }) => ({ id, at }),
  columns: {
    Concepto: ['title', ({ concept }) => concept],
    Conductor: ['detail', maskedName],
    Estación: ['detail', ({ merchantName }) => merchantName],
    Importe: ['note', amountOf],
    Cuándo: ['detail', ({ createdAt }) => createdAt],
    Tarjeta: ['detail', ({ maskedCard }) => uncut(maskedCard)],
    Estado: ['below', badgeOf],
  },

  read: (db, id, viewer) => paymentWithRefunds(db, viewer, id),

  async page(db, found, { shown, now }) {
    const { attempt } = found
    const history = await paymentHistory(db, found)
    if (!history) return null
    const { payer } = history
    const { id, currency, branchCode, refundedAmount } = attempt
    const cents = (value: number) => ({ cents: value, currency })
    const kind = refundKindNow(attempt, { now, voidableUntil })
    const open = openText(found)
    return {
      title: attempt.concept,
      badges: [
        badgeOf(attempt),
        ...(attempt.state === 'PAID' && refundedAmount > 0
          ? [{ text: 'Devuelto en parte', tone: 'warn' as const }]
          : []),
        ...(open ? [{ text: open, tone: 'brand' as const }] : []),
      ],
      masked: !shown,
      ownerId: payer.id,
      groups: [
        group('', {
          Importe: cents(attempt.amount),
          Propina: attempt.tipAmount > 0 ? cents(attempt.tipAmount) : undefined,
          [`Devolución de impuestos, ley ${attempt.law}`]:
            attempt.refund > 0 ? cents(attempt.refund) : undefined,
          'Se devolvió a la tarjeta': refundedAmount > 0 ? cents(refundedAmount) : undefined,
          'Queda por devolver':
            kind === 'refund' ? cents(attempt.amount - refundedAmount) : undefined,
          'Se puede anular hasta': kind === 'void' ? voidableUntil(attempt.createdAt) : undefined,
          Cuotas: attempt.installments,
          Estación: branchCode
            ? link('station', branchCode, attempt.merchantName || branchCode)
            : attempt.merchantName,
          Deuda: {
            ...copied(attempt.debtReference),
            ...link('debt', attempt.debtReference, attempt.debtReference),
          },
          Comprobante: copied(attempt.invoiceNumber),
          Afiliación: copied(attempt.loyaltyCode),
        }),
        group('Tarjeta y pasarela', {
          Tarjeta: attempt.maskedCard,
          Autorización: copied(attempt.authorizationCode),
          'Cobro de la pasarela': copied(attempt.paymentToken),
          Respuesta: attempt.reason,
          'Próxima consulta': attempt.nextPollAt ?? undefined,
        }),
        group('Conductor', {
          Nombre: link(
            'driver',
            payer.id,
            shown ? `${payer.firstName} ${payer.firstSurname}` : maskedName(payer),
          ),
          Correo: shown ? copied(payer.email) : maskedEmail(payer.email),
        }),
      ],
      timeline: await historyOf(db, { kind: 'payment', id }, happenedTo(found, history)),
      values: { amount: typedAmount(attempt.amount - refundedAmount) },
    }
  },
  states: ATTEMPT_STATES,
  stateOf: ({ attempt }) => attempt.state,
  when(found, { personId, now }) {
    const { attempt } = found
    const waiting = waitingOf(found)
    const isOther = attempt.personId !== personId
    const kind = isOther && !openText(found) && refundKindNow(attempt, { now, voidableUntil })
    return {
      void: kind === 'void',
      refund: kind === 'refund',
      ...(isOther && waiting
        ? decidableBy(waiting, { personId })
        : { decide: false, withdraw: false }),
    }
  },

  waiting: { title: 'Devoluciones para decidir', count: proposalsWaiting('refund') },

  async find(db, { text, compact, card }, viewer) {
    const lookups: (PaymentFilter | null)[] = [
      card && {
        lastFour: card.lastFour,
        ...(card.day !== null && { period: spanOfDay(card.day) }),
      },
      /^[A-Z\d]{4,12}$/.test(compact) ? { authorizationCode: compact } : null,
      /^[\w.-]{3,40}$/.test(text) ? { debtReference: text } : null,
    ]
    const found = await Promise.all(
      lookups
        .filter((filter) => filter !== null)
        .map(async (filter) =>
          (await paymentsLike(db, viewer, filter, { count: MAX_HITS })).read(),
        ),
    )
    const byId = new Map(found.flat().map((attempt) => [attempt.id, attempt]))
    return [...byId.values()].slice(0, MAX_HITS)
  },

  actions: { ...refundActions, note: noteAction('payment') },
})

/** What happened to a payment, in no order. */
const happenedTo = (
  found: Found,
  { messages, notifications, postings }: NonNullable<Awaited<ReturnType<typeof paymentHistory>>>,
  { attempt } = found,
): Happened[] => [
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
  ...happenedToRefunds(found, (cents) => RECEIPT_FORMATS.money(cents, attempt.currency)),
  ...postings.map(({ at, concept, points }) => ({
    at,
    title: points < 0 ? `${-points} puntos devueltos` : `${points} puntos dados`,
    detail: concept,
  })),
]

function endOf(attempt: Attempt): Omit<Happened, 'at'> {
  const { state, reason, authorizationCode } = attempt
  const detail = state === 'PAID' ? `Autorización ${authorizationCode}` : reason
  const { text, tone } = badgeOf(attempt)
  return { title: `Pasó a ${text}`, detail, tone }
}
