import { DAY_MS, shortDate, toDate } from '#contract/dates.ts'
import type { Debt } from '#contract/entities/debt.ts'
import type { Payment } from '#contract/entities/payment.ts'
import { cleanText } from '#contract/fields/cleanText.ts'
import { withoutSeparators } from '#contract/fields/text.ts'
import { type Currency, DOLLARS, PESOS } from '#contract/money.ts'

/** Debts of one currency in the server's order, the oldest due date first. */
export interface Owed {
  currency: Currency
  debts: Debt[]
  /** Cents that can be paid; debts in confirmation are not included. */
  total: number
}

export function owedByCurrency(debts: readonly Debt[]): Owed[] {
  return ([PESOS, DOLLARS] as const)
    .map((currency) => ({ currency, debts: debts.filter((debt) => debt.currency === currency) }))
    .filter((owed) => owed.debts.length > 0)
    .map((owed) => ({ ...owed, total: sum(owed.debts.filter(isPayable)) }))
}

const sum = (debts: readonly Debt[]) => debts.reduce((total, { amount }) => total + amount, 0)

/** A debt whose payment is in confirmation must not be paid again (P1). */
export const isPayable = ({ state }: Debt): boolean => state === 'PENDING'

const dayAt = (now: Date, days: number) => toDate(new Date(now.getTime() + days * DAY_MS))

/** Overdue from the day after the due date. */
export const isOverdue = ({ dueDate }: Debt, now: Date): boolean => dueDate < dayAt(now, 0)

/** Whole days from today in Montevideo; negative for an overdue one. */
export const daysUntilDue = ({ dueDate }: Debt, now: Date): number =>
  (inUtc(dueDate) - inUtc(dayAt(now, 0))) / DAY_MS
const inUtc = (day: string) => Date.parse(day.replace(/^(....)(..)/, '$1-$2-'))

export function dueText(debt: Debt, now: Date): string {
  const { dueDate } = debt
  if (dueDate === dayAt(now, -1)) return 'Venció ayer'
  if (isOverdue(debt, now)) return `Venció el ${shortDate(dueDate)}`
  if (dueDate === dayAt(now, 0)) return 'Vence hoy'
  if (dueDate === dayAt(now, 1)) return 'Vence mañana'
  return `Vence el ${shortDate(dueDate)}`
}

export const pendingPaymentOf = (
  { reference }: Debt,
  payments: readonly Payment[],
): Payment | undefined =>
  payments.find((payment) => payment.reference === reference && payment.state === 'PENDING')

/**
 * The debts that a typed or scanned reference fits: the one that has exactly it, else those that differ in
 * case, spaces and signs between the characters.
 */
export function debtsLike(debts: readonly Debt[], typed: string): Debt[] {
  const exact = debts.filter(({ reference }) => reference === typed.trim())
  const wanted = bare(typed)
  return exact.length > 0 ? exact : debts.filter(({ reference }) => bare(reference) === wanted)
}

const bare = (text: string) => withoutSeparators(cleanText(text)).toUpperCase()
