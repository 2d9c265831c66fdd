import { HOUR_MS } from '#contract/dates.ts'
import type { Indi } from '#contract/entities/debt.ts'
import { expectedRefund } from '#contract/entities/taxLaws.ts'
import type { Rows } from '#db/demo/bulkInsert.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'
import type { LedgerEvent } from '#db/demo/ledgerEvents.ts'
import type { Person } from '#db/demo/members.ts'

export type Debt = Rows['debt'][number]
export type Attempt = Rows['paymentAttempt'][number]

/** Masked cards, in the format of the sandbox. */
const CARDS = { credit: 'Crédito de prueba ····0001', debit: 'Débito de prueba ····0002' }

/**
 * Milliseconds from the attempt to its charge and to its token's expiry, and from the charge to
 * its void or refund.
 */
const ANSWERED_AFTER = 95_000
const EXPIRED_AFTER = 660_000
const UNDONE_AFTER = 3 * HOUR_MS

/** A debt to add; amounts in cents. */
export interface DebtDraft {
  concept: string
  merchantName: string
  amount: number
  /** Goods with the basic IVA of 22 % (gasoil, shop). Nafta carries IMESI and no IVA. */
  taxed: boolean
  indi: Indi
  /** Whole days before the day of the demo data. */
  daysAgo: number
  /** Whole days after it; negative when overdue. */
  dueIn: number
  points?: number
  currency?: '858' | '840'
  tipAmount?: number
  installments?: number
  finalConsumer?: boolean
}

/** Adds a debt in the given state. */
export function addDebt(
  demo: DemoContext,
  person: Person,
  loyaltyCode: string | null,
  bill: DebtDraft,
  state: Debt['state'] = 'PENDING',
): Debt {
  const number = demo.nextRrn()
  const taxedAmount = bill.taxed ? Math.round(bill.amount / 1.22) : 0
  const debt: Debt = {
    reference: `FAC-${number.slice(-9)}`,
    personId: person.id,
    loyaltyCode,
    concept: bill.concept,
    merchantName: bill.merchantName,
    invoiceNumber: number.slice(-7),
    currency: bill.currency ?? '858',
    amount: bill.amount,
    taxedAmount,
    taxAmount: bill.taxed ? bill.amount - taxedAmount : 0,
    tipAmount: bill.tipAmount ?? 0,
    installments: bill.installments ?? 1,
    indi: bill.indi,
    finalConsumer: bill.finalConsumer ?? true,
    points: bill.points ?? 0,
    at: demo.dates.at(bill.daysAgo, 11, 20),
    dueDate: demo.dates.date(-bill.dueIn),
    state,
  }
  demo.rows.debt.push(debt)
  return debt
}

/** The outcome of one attempt. */
export interface Outcome {
  state: Exclude<Attempt['state'], 'CREATED' | 'PROCESSING'>
  daysAgo: number
  hour: number
  card?: keyof typeof CARDS
  reason?: string
}

/**
 * Adds an attempt with an outcome. Its token begins with `demo-`; the gateway does not know it,
 * and an attempt with an outcome is not polled.
 */
export function addAttempt(demo: DemoContext, debt: Debt, outcome: Outcome): Attempt {
  const { state, daysAgo, hour, card, reason = '' } = outcome
  const name = `demo-${demo.nextRrn().slice(-9)}`
  const createdAt = demo.dates.at(daysAgo, hour, 12)
  const undone = state === 'VOIDED' || state === 'REFUNDED'
  const charged = state === 'PAID' || undone
  const answered = charged || state === 'REJECTED'
  const applied = charged ? expectedRefund(debt, card === 'debit') : null
  const attempt: Attempt = {
    id: demo.nextId(),
    personId: debt.personId,
    debtReference: debt.reference,
    netId: 'SURTIDOR',
    merchantId: '900001',
    currency: debt.currency,
    amount: debt.amount + (debt.tipAmount ?? 0),
    taxedAmount: debt.taxedAmount,
    taxAmount: debt.taxAmount,
    tipAmount: debt.tipAmount ?? 0,
    installments: debt.installments,
    indi: debt.indi,
    state,
    auditNumber: name,
    accessToken: name,
    tokenExpiresAt: new Date(createdAt.getTime() + 600_000),
    paymentToken: answered ? name : null,
    authorizationCode: charged ? name.slice(-6) : '',
    maskedCard: card ? CARDS[card] : '',
    law: applied?.law.law ?? '0',
    refund: applied?.cents ?? 0,
    reason,
    createdAt,
    settledAt: new Date(
      createdAt.getTime() +
        (answered ? ANSWERED_AFTER + (undone ? UNDONE_AFTER : 0) : EXPIRED_AFTER),
    ),
    nextPollAt: null,
  }
  demo.rows.paymentAttempt.push(attempt)
  return attempt
}

/** When the gateway answered an attempt, before any later void or refund. */
export const answeredAt = ({ createdAt }: Attempt) => new Date(createdAt.getTime() + ANSWERED_AFTER)

/**
 * The ledger events of a charged attempt: points earned when paid, reversed when voided or
 * refunded.
 */
export function paymentEvents(demo: DemoContext, debt: Debt, attempt: Attempt): LedgerEvent[] {
  const { paymentToken, settledAt, state } = attempt
  if (!paymentToken || !settledAt || state === 'REJECTED' || debt.points === 0) return []
  const paid: LedgerEvent = {
    event: 'payment',
    eventId: paymentToken,
    points: debt.points,
    concept: `Pago de ${debt.concept}`,
    rrn: demo.nextRrn(),
    at: answeredAt(attempt),
  }
  if (state === 'PAID') return [paid]
  return [
    paid,
    {
      event: 'reversal',
      eventId: `void:${paymentToken}`,
      points: -debt.points,
      concept: `${state === 'VOIDED' ? 'Anulación' : 'Devolución'} de ${debt.concept}`,
      rrn: demo.nextRrn(),
      at: settledAt,
    },
  ]
}
