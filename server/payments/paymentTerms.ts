import type * as z from 'zod/mini'
import type { DebtData } from '#contract/entities/debt.ts'
import type { DebtRow } from '#db/payments/debts.ts'

/** The terms that the payer may choose within the debt's limits; all else comes from the debt (P8). */
export interface Terms {
  installments: number
  /** Cents, on top of the debt's amount. */
  tipAmount: number
}

/** The largest tip, in hundredths of a percent of the amount. */
const MAX_TIP_BASIS_POINTS = 2000

/**
 * Reads the terms that the app sends with a debt. The payer chooses the instalments (1 to the debt's
 * own) and, where the debt suggests a tip, a tip (0 to 20 % of the amount, or the suggestion); every
 * other field may be absent or must equal our row.
 * @returns null when a field differs
 */
export function readTerms(debtData: z.infer<typeof DebtData>, debt: DebtRow): Terms | null {
  const { installments, tipAmount } = debtData
  for (const name of ['currency', 'amount', 'taxedAmount', 'taxAmount', 'indi'] as const)
    if (!agrees(debtData[name], debt[name])) return null
  if (!agrees(debtData.finalConsumer, debt.finalConsumer)) return null

  const chosen = {
    installments: isAbsent(installments) ? debt.installments : wholeNumber(installments),
    tipAmount: isAbsent(tipAmount) ? debt.tipAmount : wholeNumber(tipAmount),
  }
  const maxTip =
    debt.tipAmount === 0
      ? 0
      : Math.max(debt.tipAmount, Math.floor((debt.amount * MAX_TIP_BASIS_POINTS) / 10_000))
  if (chosen.installments < 1 || chosen.installments > debt.installments) return null
  if (chosen.tipAmount > maxTip) return null
  return Number.isNaN(chosen.installments + chosen.tipAmount) ? null : chosen
}

const isAbsent = (value: unknown) => value === undefined || value === null

/** Whether a field is absent, or is our value or its text: apps send numbers as either. */
function agrees(sent: unknown, ours: string | number | boolean): boolean {
  if (isAbsent(sent)) return true
  const isPrimitive =
    typeof sent === 'string' || typeof sent === 'number' || typeof sent === 'boolean'
  return isPrimitive && `${sent}` === `${ours}`
}

/** A non-negative whole number, sent as a number or as its digits; NaN for anything else. */
function wholeNumber(value: unknown): number {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0 ? value : Number.NaN
  return typeof value === 'string' && /^(0|[1-9]\d{0,14})$/.test(value) ? Number(value) : Number.NaN
}
