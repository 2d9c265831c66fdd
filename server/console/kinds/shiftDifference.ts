import type { ShiftDifference } from '#contract/entities/shiftDifference.ts'
import { DOLLARS, PESOS } from '#contract/money.ts'
import { productName } from '#contract/reference/stationServices.ts'
import type { Shown } from '#server/console/shownValues.ts'

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
