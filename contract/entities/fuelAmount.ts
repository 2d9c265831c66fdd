import { PRODUCTS } from '#contract/reference/stationServices.ts'

/** Pumps show hundredths of a litre: an amount may differ by the price of half of one. */
const ROUNDED_MILLILITRES = 5

export const isFuel = (code: string): boolean =>
  PRODUCTS.some((product) => product.isFuel && product.code === code)

/** Whether the amount of a line is that of its litres; what is no fuel has none. */
export const fitsLitres = ({
  product,
  millilitres,
  unitPrice,
  amount,
}: {
  product: string
  millilitres: number
  unitPrice: number
  amount: number
}): boolean =>
  !isFuel(product) ||
  Math.abs((unitPrice * millilitres) / 1000 - amount) <=
    (unitPrice * ROUNDED_MILLILITRES) / 1000 + 1
