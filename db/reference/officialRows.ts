import { join } from 'node:path'
import { readCsvFile } from '#db/core/csvFile.ts'
import type { fuelPrice, refundRate } from '#db/tables/stations.ts'

/** The days (`yyyy-MM-dd`) on which a row holds. Without a last day it holds until the next row begins. */
interface Validity {
  validFrom: string
  validTo?: string | null | undefined
}

/**
 * The row in force on a day: the newest that has begun, unless its last day is over.
 * @param rows of one product, or of one indicator and side
 */
export function rowInForce<Row extends Validity>(rows: readonly Row[], day: string) {
  const newest = rows
    .filter(({ validFrom }) => validFrom <= day)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))[0]
  return newest?.validTo && newest.validTo < day ? undefined : newest
}

const read = <Row>(name: string) => readCsvFile<Row>(join(import.meta.dirname, name))

/**
 * Official maximum prices in cents of peso per litre (supergas: per kilogram), as published in the
 * press (docs/uruguay.md, "Fuels and prices").
 */
export const OFFICIAL_PRICES = read<typeof fuelPrice.$inferInsert>('fuelPrices.csv')

/** Rates of the tax-refund laws, with their sources in docs/geopay.md, "Tax-refund laws". */
export const REFUND_RATES = read<typeof refundRate.$inferInsert>('refundRates.csv').map((row) => ({
  ...row,
  side: row.side ?? '',
}))
