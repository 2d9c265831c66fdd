import * as z from 'zod/mini'
import { PRODUCTS } from '#contract/reference/stationServices.ts'

/** Most cents of a line or of a payment: ten million pesos. */
const MAX_CENTS = 1_000_000_000
/** The first amount that no sale has: 10,000 litres. */
const ABSURD_MILLILITRES = 10_000_000
/** Pumps show hundredths of a litre: an amount may differ by the price of half of one. */
const ROUNDED_MILLILITRES = 5

/** An amount of a line or of a payment. */
export const cents = z.int().check(z.gte(0), z.lte(MAX_CENTS))
export const millilitres = z.int().check(z.gte(0), z.lt(ABSURD_MILLILITRES))
const product = z.enum(PRODUCTS.map(({ code }) => code))

const isFuel = (code: string): boolean => PRODUCTS.some((one) => one.isFuel && one.code === code)

const NO_FUEL = 'Lo que no es combustible va con 0 mililitros.'
/** A line of a sale. */
export const SaleLine = z
  .object({
    /** Code of the product, of the reference lists. */
    product,
    /** Quantity of fuel in millilitres; 0 when the product is not a fuel. */
    millilitres,
    /** Price in cents: of a litre of fuel, or of a unit of another product. */
    unitPrice: cents,
    /** Amount of the line in cents; of fuel the price of its litres. */
    amount: cents,
  })
  .check(({ value, issues }) => {
    if (value.millilitres > 0 && !isFuel(value.product))
      issues.push({
        code: 'too_big',
        origin: 'int',
        maximum: 0,
        path: ['millilitres'],
        message: NO_FUEL,
        input: value.millilitres,
      })
  })
export type SaleLine = z.infer<typeof SaleLine>

/** Whether the amount of a line is that of its litres; what is no fuel has none. */
export const fitsLitres = (line: Omit<SaleLine, 'product'> & { product: string }): boolean =>
  !isFuel(line.product) ||
  Math.abs((line.unitPrice * line.millilitres) / 1000 - line.amount) <=
    (line.unitPrice * ROUNDED_MILLILITRES) / 1000 + 1
