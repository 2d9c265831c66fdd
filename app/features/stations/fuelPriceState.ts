import { toDate } from '#contract/dates.ts'
import type { Branch } from '#contract/entities/branch.ts'
import type { OfficialPrice } from '#contract/info/prices.ts'

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
