import type { Indi } from '#contract/entities/debt.ts'
import { expectedRefund } from '#contract/reference/taxLaws.ts'
import type { Person } from '#db/demo/members.ts'
import type { Rows } from '#db/demo/bulkInsert.ts'
import type { LedgerEvent } from '#db/demo/ledgerEvents.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'

export type Debt = Rows['debt'][number]
export type Attempt = Rows['paymentAttempt'][number]

/** Cards as the sandbox's gateway would mask them. */
export const CREDIT_CARD = 'Crédito de prueba ····0001'
export const DEBIT_CARD = 'Débito de prueba ····0002'

/** In milliseconds from the attempt: its charge, its token's end; from the charge: its undoing. */
const ANSWERED_AFTER = 95_000
const EXPIRED_AFTER = 660_000
const UNDONE_AFTER = 3 * 3_600_000

/** What a person was billed, in cents. */
export interface DebtDraft {
  concept: string
  merchantName: string
  amount: number
  /** Goods with the basic IVA of 22 % (gasoil, shop); nafta carries IMESI and no IVA. */
  taxed: boolean
  indi: Indi
  /** Whole days before the day the town is made. */
  daysAgo: number
  /** Whole days after it; negative: overdue. */
  dueIn: number
  points?: number
  currency?: '858' | '840'
  tipAmount?: number
  installments?: number
  finalConsumer?: boolean
}

/** Leaves a debt in a state. */
export function addDebt(
  testDemo: DemoContext,
  rows: Rows,
  person: Person,
  loyaltyCode: string | null,
  bill: DebtDraft,
  state: Debt['state'] = 'PENDING',
): Debt {
  const number = testDemo.nextRrn()
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
    at: testDemo.calendar.at(bill.daysAgo, 11, 20),
    dueDate: testDemo.calendar.date(-bill.dueIn),
    state,
  }
  rows.debt.push(debt)
  return debt
}

/** How a try to pay went. */
export interface Outcome {
  state: Exclude<Attempt['state'], 'CREATED' | 'PROCESSING'>
  daysAgo: number
  hour: number
  debit?: boolean
  maskedCard?: string
  reason?: string
}

/**
 * Leaves a settled attempt on a debt. Its tokens begin with `demo-`: no gateway has heard of them,
 * and nothing asks it about them, since a settled attempt is looked at no more.
 */
export function addAttempt(
  testDemo: DemoContext,
  rows: Rows,
  debt: Debt,
  outcome: Outcome,
): Attempt {
  const { state, daysAgo, hour, debit = false, maskedCard = '', reason = '' } = outcome
  const name = `demo-${testDemo.nextRrn().slice(-9)}`
  const createdAt = testDemo.calendar.at(daysAgo, hour, 12)
  const undone = state === 'VOIDED' || state === 'REFUNDED'
  const charged = state === 'PAID' || undone
  const answered = charged || state === 'REJECTED'
  const applied = charged ? expectedRefund(debt, debit) : null
  const attempt: Attempt = {
    id: testDemo.nextId(),
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
    maskedCard: answered ? maskedCard : '',
    law: applied?.law.law ?? '0',
    refund: applied?.cents ?? 0,
    reason,
    createdAt,
    settledAt: new Date(
      createdAt.getTime() +
        (answered ? ANSWERED_AFTER + (undone ? UNDONE_AFTER : 0) : EXPIRED_AFTER),
    ),
    lookAt: null,
  }
  rows.paymentAttempt.push(attempt)
  return attempt
}

/** When the gateway answered an attempt, whatever became of the charge later. */
export const answeredAt = ({ createdAt }: Attempt) => new Date(createdAt.getTime() + ANSWERED_AFTER)

/** What a charged attempt does to the points: given when paid, taken back when voided or refunded. */
export function paymentEvents(testDemo: DemoContext, debt: Debt, attempt: Attempt): LedgerEvent[] {
  const { paymentToken, settledAt, state } = attempt
  if (!paymentToken || !settledAt || state === 'REJECTED' || debt.points === 0) return []
  const paid: LedgerEvent = {
    event: 'payment',
    eventId: paymentToken,
    points: debt.points,
    concept: `Pago de ${debt.concept}`,
    rrn: testDemo.nextRrn(),
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
      rrn: testDemo.nextRrn(),
      at: settledAt,
    },
  ]
}
