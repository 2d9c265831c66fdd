import * as z from 'zod/mini'
import { lazyObject } from '#contract/fields/lazyObject.ts'

/** An amount in whole cents of the currency of the same object; never negative. */
export const Cents = z.int('El importe no es válido.').check(z.nonnegative())

/** ISO 4217 numeric code of the Uruguayan peso. */
export const PESOS = '858'
/** ISO 4217 numeric code of the US dollar. */
export const DOLLARS = '840'
/** ISO 4217 numeric code of a currency in use. */
export const Currency = z.enum([PESOS, DOLLARS])
export type Currency = z.infer<typeof Currency>

/** A sum of amounts of one currency. */
export const Sum = lazyObject(() => ({
  currency: Currency,
  /** Cents. */
  cents: z.int(),
}))
export type Sum = z.infer<typeof Sum>

/** A part of an amount in hundredths of a percent, in cents, rounded down. */
export const shareOf = (cents: number, basisPoints: number): number =>
  Math.floor((cents * basisPoints) / 10_000)
