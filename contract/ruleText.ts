import type { AccrualRule, PaymentMeans } from '#contract/entities/accrualRule.ts'
import { pointsText } from '#contract/pointsText.ts'
import { productName } from '#contract/reference/stationServices.ts'

/** Days of the week, Monday first, as rules number them from 1. */
export const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo']
/** Means of payment of a rule, in the words of people. */
export const MEANS_LABELS = {
  cash: 'efectivo',
  debit: 'débito',
  credit: 'crédito',
  account: 'cuenta corriente',
  points: 'puntos',
  other: 'otro medio',
} as const satisfies Record<PaymentMeans, string>

/** What a rule gives: `5 puntos por litro de Super`. */
export function givesText({
  product,
  perLitre,
  perHundred,
}: Pick<AccrualRule, 'product' | 'perLitre' | 'perHundred'>): string {
  const parts = [
    ...(perLitre > 0 ? [`${pointsText(perLitre)} por litro`] : []),
    ...(perHundred > 0 ? [`${pointsText(perHundred)} cada $\u00A0100`] : []),
  ]
  const of = product === '' ? '' : ` de ${productName(product)}`
  return parts.length === 0 ? `Sin puntos${of}` : `${parts.join(' y ')}${of}`
}

/** When it applies: `sábado, domingo, de 22 a 6, con débito`. */
export function conditionsOf({
  weekdays,
  hourFrom,
  hourUntil,
  means,
}: Pick<AccrualRule, 'weekdays' | 'hourFrom' | 'hourUntil' | 'means'>): string {
  const parts = [
    ...(weekdays.length > 0 ? [weekdays.map((day) => WEEKDAYS[day - 1]).join(', ')] : []),
    ...(hourFrom !== 0 || hourUntil !== 24 ? [`de ${hourFrom} a ${hourUntil}`] : []),
    ...(means.length > 0 ? [`con ${means.map((one) => MEANS_LABELS[one]).join(' o ')}`] : []),
  ]
  return parts.join(', ') || 'siempre'
}
