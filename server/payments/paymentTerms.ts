import type * as z from 'zod/mini'
import type { DebtData } from '#contract/entities/debt.ts'
import type { DebtRow } from '#db/payments/debts.ts'

/** What the person chose, within what the debt allows; everything else is the debt's own. */
export interface Terms {
  installments: number
  /** Cents, on top of the debt's amount. */
  tipAmount: number
}

/** The most that a tip may be, in hundredths of a percent of the amount. */
const TIP_BASIS_POINTS = 2000

/**
 * Reads what the app says of a debt. Only instalments (1 to the debt's own) and a tip (where the
 * debt suggests one: 0 to 20 % of the amount, or the suggestion) are anybody's to choose; the rest
 * may be left out or must agree with our row.
 * @returns null when anything disagrees
 */
export function readTerms(said: z.infer<typeof DebtData>, debt: DebtRow): Terms | null {
  const { installments, tipAmount } = said
  for (const name of ['currency', 'amount', 'taxedAmount', 'taxAmount', 'indi'] as const)
    if (!agrees(said[name], debt[name])) return null
  if (!agrees(said.finalConsumer, debt.finalConsumer)) return null

  const chosen = {
    installments: isUnsaid(installments) ? debt.installments : wholeNumber(installments),
    tipAmount: isUnsaid(tipAmount) ? debt.tipAmount : wholeNumber(tipAmount),
  }
  const mostTip =
    debt.tipAmount === 0
      ? 0
      : Math.max(debt.tipAmount, Math.floor((debt.amount * TIP_BASIS_POINTS) / 10_000))
  if (chosen.installments < 1 || chosen.installments > debt.installments) return null
  if (chosen.tipAmount > mostTip) return null
  return Number.isNaN(chosen.installments + chosen.tipAmount) ? null : chosen
}

const isUnsaid = (value: unknown) => value === undefined || value === null

/** The same value, or its own text: apps hold numbers as either. */
function agrees(said: unknown, ours: string | number | boolean): boolean {
  if (isUnsaid(said)) return true
  const plain = typeof said === 'string' || typeof said === 'number' || typeof said === 'boolean'
  return plain && `${said}` === `${ours}`
}

/** NaN for anything but a whole number from 0 up, as a number or its digits. */
function wholeNumber(value: unknown): number {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0 ? value : Number.NaN
  return typeof value === 'string' && /^(0|[1-9]\d{0,14})$/.test(value) ? Number(value) : Number.NaN
}
