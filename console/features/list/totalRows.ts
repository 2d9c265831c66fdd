import type { ObjectValue } from '#contract/console/objectPage.ts'
import type { Currency } from '#contract/money.ts'

const TOTALS: readonly (readonly [Currency, string])[] = [
  ['858', 'Total en pesos'],
  ['840', 'Total en dólares'],
]

/** A row below the others for each of their currencies, with the sum of each column of amounts. */
export function totalRows(rows: readonly (readonly ObjectValue[])[]): ObjectValue[][] {
  const width = rows[0]?.length ?? 0
  return TOTALS.flatMap(([currency, title]) => {
    const sums = Array.from({ length: width }, (_, place) => {
      const cents = rows.flatMap((cells) => {
        const cell = cells[place]
        return cell?.cents !== undefined && (cell.currency ?? '858') === currency
          ? [cell.cents]
          : []
      })
      return cents.length > 0 ? { cents: cents.reduce((sum, one) => sum + one, 0) } : { text: '' }
    })
    if (!sums.some((sum) => 'cents' in sum)) return []
    // The first column names the row, unless it is the amount.
    const named = sums.findIndex((sum) => !('cents' in sum))
    return [sums.map((sum, place) => (place === named ? { text: title } : sum))]
  })
}
