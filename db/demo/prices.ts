import type { Rows } from '#db/demo/bulkInsert.ts'

/**
 * Official maximum prices in cents of peso per litre (supergas: per kilogram), each from its first
 * day: the decrees of September 2025, January and March 2026, as published in the press. Sample
 * data, not current prices.
 */
export const OFFICIAL_PRICES: Rows['fuelPrice'] = [
  ...decree('2025-09-01', {
    super: 7820,
    premium: 8061,
    gasoil: 5014,
    gasoilEspecial: 5714,
    queroseno: 5313,
  }),
  ...decree('2026-01-01', { super: 7779, premium: 8030, gasoil: 4890, gasoilEspecial: 5590 }),
  ...decree('2026-03-01', {
    super: 7688,
    premium: 7940,
    gasoil: 4732,
    gasoilEspecial: 5432,
    supergas: 8846,
  }),
]

function decree(validFrom: string, prices: Record<string, number>): Rows['fuelPrice'] {
  return Object.entries(prices).map(([product, price]) => ({ product, validFrom, price }))
}

const byProduct = Map.groupBy(OFFICIAL_PRICES, ({ product }) => product)

/** Cents per litre on a day (`yyyy-MM-dd`). Days before the first known price get that price. */
export function priceOn(product: string, date: string): number {
  const known = byProduct.get(product)
  const inForce = known?.findLast(({ validFrom }) => validFrom <= date) ?? known?.[0]
  if (!inForce) throw new RangeError(`${product} has no official price`)
  return inForce.price
}
