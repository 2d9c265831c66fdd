import type { ShiftDifference } from '#contract/entities/shiftDifference.ts'
import { DOLLARS, PESOS } from '#contract/money.ts'
import { productName } from '#contract/reference/stationServices.ts'
import type { Shown } from '#server/console/shownValues.ts'
import { RECEIPT_FORMATS } from '#server/mail/receiptFormats.ts'

const COUNTS: Readonly<Record<string, string>> = {
  sales: 'Ventas',
  voids: 'Anulaciones',
  returns: 'Devoluciones',
}
/** A total of a shift that differs, with what the till counted and what we have. */
export function differenceOf({ total, sent, found }: ShiftDifference) {
  const [counted = '', of = ''] = total.split('.')
  const both = (what: string, cell: (value: number) => Shown) => ({
    what,
    sent: cell(sent),
    found: cell(found),
  })
  if (counted === 'amounts') {
    const currency = of === DOLLARS ? DOLLARS : PESOS
    return both('Importe', (cents) => ({ cents, currency }))
  }
  if (counted === 'millilitres') return both(productName(of), (millilitres) => ({ millilitres }))
  return both(COUNTS[counted] ?? total, (count) => count)
}

/** In words: `Ventas: 3 la caja, 2 nosotros`. */
export function differenceText(difference: ShiftDifference): string {
  const { what, sent, found } = differenceOf(difference)
  return `${what}: ${textOf(sent)} la caja, ${textOf(found)} nosotros`
}

function textOf(shown: Shown): string {
  if (typeof shown !== 'object' || shown === null || shown instanceof Date) return String(shown)
  const { cents, currency, millilitres = 0 } = shown
  return cents === undefined
    ? RECEIPT_FORMATS.litres(millilitres)
    : RECEIPT_FORMATS.money(cents, currency ?? PESOS)
}
