import { priceText } from '#app/features/stations/serviceLabels.ts'
import { shortDate, toDate } from '#contract/dates.ts'
import type { Branch } from '#contract/entities/branch.ts'
import type { OfficialPrice } from '#contract/info/prices.ts'
import { money } from '#kit/format/numbers.ts'

export type FuelPrice = Branch['fuels'][number]

/**
 * The price of a fuel as it is known on the day of `now` in Montevideo: the newest that has begun, whether
 * its last day is over without a newer one, and the next known change.
 * @param rows the official prices of all products, each product's oldest first; empty while they are
 * not known
 */
export function fuelPriceState(fuel: FuelPrice, rows: readonly OfficialPrice[], now: Date) {
  const today = toDate(now)
  const known = rows.filter(({ product }) => product === fuel.code)
  const row = known.findLast(({ validFrom }) => validFrom <= today)
  const current: Omit<FuelPrice, 'code'> & { decree?: string } =
    row && row.validFrom >= fuel.validFrom ? row : fuel
  return {
    current,
    isOver: Boolean(current.validTo && current.validTo < today),
    next: known.find(({ validFrom }) => validFrom > today),
  }
}

/**
 * The next known change as a sentence without its full stop: `cambia el 1/1: + $ 1,20 (queda en
 * $ 78,08/L)`. Without a price of today there is no difference to tell. Empty when no change is known.
 */
export function nextChangeText({
  current,
  isOver,
  next,
}: ReturnType<typeof fuelPriceState>): string {
  if (!next) return ''
  const price = priceText({ code: next.product, price: next.price })
  if (isOver) return `desde el ${shortDate(next.validFrom)}: ${price}`
  const day = `${+next.validFrom.slice(6)}/${+next.validFrom.slice(4, 6)}`
  const rise = next.price - current.price
  if (rise === 0) return `sigue igual desde el ${day}`
  return `cambia el ${day}: ${rise > 0 ? '+' : '-'}\u00A0${money(Math.abs(rise))} (queda en ${price})`
}
