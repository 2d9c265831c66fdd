import { HOUR_MS, toDate } from '#contract/dates.ts'
import { expectedRefund } from '#contract/entities/taxLaws.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'
import type { Rows } from '#db/demo/demoRows.ts'
import type { LedgerEvent } from '#db/demo/ledgerEvents.ts'
import type { Person } from '#db/demo/members.ts'
import { addNotification } from '#db/demo/notifications.ts'
import { rowInForce } from '#db/reference/rowInForce.ts'

export type Debt = Rows['debt'][number]

/** Masked cards, in the format of the sandbox. */
const CARDS = { credit: 'Crédito de prueba ····0001', debit: 'Débito de prueba ····0002' }
const CARD_TYPE_CODES = { credit: 'CC', debit: 'CA' } as const

/**
 * Milliseconds from the attempt to its charge and to its token's expiry, and from the charge to
 * its void or refund.
 */
const ANSWERED_AFTER = 95_000
const EXPIRED_AFTER = 660_000
const UNDONE_AFTER = 3 * HOUR_MS

/** A debt to add; one without points, currency, tip and so on has the usual ones. */
export interface DebtDraft
  extends Pick<Debt, 'concept' | 'merchantName' | 'amount' | 'indi'>,
    Partial<Pick<Debt, 'points' | 'currency' | 'tipAmount' | 'installments' | 'finalConsumer'>> {
  /** Goods with the basic IVA of 22 % (gasoil, shop). Nafta carries IMESI and no IVA. */
  taxed: boolean
  /** Whole days before the day of the demo data. */
  daysAgo: number
  /** Whole days after it; negative when overdue. */
  dueIn: number
}

/** Adds a debt in the given state. */
export function addDebt(
  demo: DemoContext,
  person: Person,
  loyaltyCode: string | null,
  { taxed, daysAgo, dueIn, ...columns }: DebtDraft,
  state: Debt['state'],
): Debt {
  const number = demo.nextRrn()
  const taxedAmount = taxed ? Math.round(columns.amount / 1.22) : 0
  const debt: Debt = {
    currency: '858',
    tipAmount: 0,
    installments: 1,
    finalConsumer: true,
    points: 0,
    ...columns,
    branchCode: demo.stations.find(({ name }) => name === columns.merchantName)?.code ?? null,
    reference: `FAC-${number.slice(-9)}`,
    personId: person.id,
    loyaltyCode,
    invoiceNumber: number.slice(-7),
    taxedAmount,
    taxAmount: taxed ? columns.amount - taxedAmount : 0,
    at: demo.dates.at(daysAgo, 11, 20),
    dueDate: demo.dates.date(-dueIn),
    state,
  }
  demo.rows.debt.push(debt)
  return debt
}

/** The rate of the debt's refund law on its day and at its station, in basis points. */
function rateOf({ stations, rates }: DemoContext, { indi, at, branchCode }: Debt): number | null {
  const border = stations.find(({ code }) => code === branchCode)?.borderSide
  const ofLaw = rates.filter(
    ({ indicator, side }) => indicator === indi && (side === '' || side === border),
  )
  const day = toDate(at).replace(/(....)(..)(..)/, '$1-$2-$3')
  return rowInForce(ofLaw, day)?.basisPoints ?? null
}

/** The outcome of one attempt. */
export interface Outcome {
  state: 'PAID' | 'REJECTED' | 'VOIDED' | 'REFUNDED' | 'EXPIRED'
  daysAgo: number
  hour: number
  card?: keyof typeof CARDS
  reason?: string
}

/** Titles of the notifications of a final state. */
const TITLES: Partial<Record<Outcome['state'], string>> = {
  PAID: 'Recibimos tu pago',
  VOIDED: 'Anulamos tu pago',
  REFUNDED: 'Devolvimos tu pago',
  REJECTED: 'Tu pago fue rechazado',
}

/**
 * Adds an attempt with an outcome, and the notifications of its final state and of its approval if it
 * was undone later. Its token begins with `demo-`; the gateway does not know it, and an attempt with an
 * outcome is not polled.
 * @returns the ledger events: points earned when charged, reversed when voided or refunded
 */
export function addAttempt(demo: DemoContext, debt: Debt, outcome: Outcome): LedgerEvent[] {
  const { state, daysAgo, hour, card, reason = '' } = outcome
  const name = `demo-${demo.nextRrn().slice(-9)}`
  const createdAt = demo.dates.at(daysAgo, hour, 12)
  const after = (millis: number) => new Date(createdAt.getTime() + millis)
  const undone = state === 'VOIDED' || state === 'REFUNDED'
  const charged = state === 'PAID' || undone
  const answered = charged || state === 'REJECTED'
  const answeredAt = after(ANSWERED_AFTER)
  const undoneAt = after(ANSWERED_AFTER + UNDONE_AFTER)
  const settledAt = undone ? undoneAt : answered ? answeredAt : after(EXPIRED_AFTER)
  const applied = charged ? expectedRefund(debt, rateOf(demo, debt), card === 'debit') : null
  const { personId, currency, taxedAmount, taxAmount, tipAmount = 0, installments, indi } = debt
  const attempt: Rows['paymentAttempt'][number] = {
    id: demo.nextId(),
    personId,
    debtReference: debt.reference,
    netId: 'SURTIDOR',
    merchantId: '900001',
    currency,
    amount: debt.amount + tipAmount,
    taxedAmount,
    taxAmount,
    tipAmount,
    installments,
    indi,
    state,
    auditNumber: name,
    accessToken: name,
    tokenExpiresAt: after(600_000),
    paymentToken: answered ? name : null,
    authorizationCode: charged ? name.slice(-6) : '',
    maskedCard: card ? CARDS[card] : '',
    cardType: card ? CARD_TYPE_CODES[card] : '',
    law: applied?.law.law ?? '0',
    refund: applied?.cents ?? 0,
    refundedAmount: state === 'REFUNDED' ? debt.amount + tipAmount : 0,
    reason,
    createdAt,
    settledAt,
    chargedAt: charged ? answeredAt : null,
    nextPollAt: null,
  }
  demo.rows.paymentAttempt.push(attempt)
  const notify = (ending: Outcome['state'], at: Date) => {
    const title = TITLES[ending]
    if (!title) return
    addNotification(demo, debt.personId, {
      event: `payment:${attempt.id}:${ending}`,
      type: 'Pay',
      at,
      currency: attempt.currency,
      amount: attempt.amount,
      title,
      text: `${debt.concept}, ${debt.merchantName}.`,
      read: true,
      url: '/#/listPayment',
    })
  }
  if (undone) notify('PAID', answeredAt)
  notify(state, settledAt)
  if (!charged || !debt.points) return []
  const paid: LedgerEvent = {
    event: 'payment',
    eventId: name,
    points: debt.points,
    concept: `Pago de ${debt.concept}`,
    rrn: demo.nextRrn(),
    at: answeredAt,
  }
  if (!undone) return [paid]
  const reversal: LedgerEvent = {
    event: 'reversal',
    eventId: `void:${name}`,
    points: -debt.points,
    concept: `${state === 'VOIDED' ? 'Anulación' : 'Devolución'} de ${debt.concept}`,
    rrn: demo.nextRrn(),
    at: undoneAt,
  }
  return [paid, reversal]
}
