import type { Rows } from '#db/demo/bulkInsert.ts'
import { readDemoTable } from '#db/demo/demoFile.ts'

/**
 * Official maximum prices in cents of peso per litre (supergas: per kilogram), each from its first
 * day: the decrees of September 2025, January and March 2026, as published in the press. Sample
 * data, not current prices.
 */
export const OFFICIAL_PRICES = readDemoTable<Rows['fuelPrice'][number]>('fuelPrices.csv')

const byProduct = Map.groupBy(OFFICIAL_PRICES, ({ product }) => product)

/** Cents per litre on a day (`yyyy-MM-dd`). Days before the first known price get that price. */
export function priceOn(product: string, date: string): number {
  const known = byProduct.get(product)
  const inForce = known?.findLast(({ validFrom }) => validFrom <= date) ?? known?.[0]
  if (!inForce) throw new RangeError(`${product} has no official price`)
  return inForce.price
}
