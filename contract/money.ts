import * as z from 'zod/mini'

/** Whole cents of the currency beside it; never a fraction, never negative. */
export const Cents = z.int('El importe no es válido.').check(z.nonnegative())
/** ISO 4217 numeric: 858 pesos, 840 US dollars. */
export const Currency = z.enum(['858', '840'])
export type Currency = z.infer<typeof Currency>
/** `yyyyMMddHHmmss` on Montevideo's clocks. */
export const Stamp = z.string().check(z.regex(/^\d{14}$/, 'La fecha no es válida.'))

/** ISO 4217 numeric code of the Uruguayan peso; the only other one in use is 840, the US dollar. */
export const PESOS = '858'

export const DOLLARS = '840'
