import type { Payment } from '#contract/entities/payment.ts'
import type { Currency } from '#contract/money.ts'
import { DOLLARS, PESOS } from '#contract/money.ts'
import { longMonth } from '#kit/format/dates.ts'

/** The payments of a calendar month. */
export interface Month {
  /** `Setiembre de 2026`. */
  name: string
  payments: Payment[]
  /** Cents charged, by currency; currencies without a charge are omitted. */
  paid: { currency: Currency; cents: number }[]
}

/** Payments by month, in their order: the newest first. */
export function byMonth(payments: readonly Payment[]): Month[] {
  const months = new Map<string, Payment[]>()
  for (const payment of payments) {
    const month = payment.datetime.slice(0, 6)
    months.set(month, [...(months.get(month) ?? []), payment])
  }
  return [...months].map(([month, payments]) => ({
    name: capital(longMonth(month)),
    payments,
    paid: paidIn(payments),
  }))
}

function paidIn(payments: readonly Payment[]): Month['paid'] {
  const paid = payments.filter(({ state }) => state === 'PAID')
  return ([PESOS, DOLLARS] as const)
    .map((currency) => ({
      currency,
      cents: paid
        .filter((payment) => payment.currency === currency)
        .reduce((sum, { amount }) => sum + amount, 0),
    }))
    .filter(({ cents }) => cents > 0)
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
