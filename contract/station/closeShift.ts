import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { ShiftDifference } from '#contract/entities/shiftDifference.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { TillCode } from '#contract/fields/tillCode.ts'
import { DOLLARS, PESOS } from '#contract/money.ts'
import { PRODUCTS } from '#contract/reference/stationServices.ts'

const COUNT = 'Mandá cuántas ventas, anulaciones y devoluciones contó la caja.'
const SUMS = 'Mandá los importes por moneda y los mililitros por producto que contó la caja.'
const count = z.int(COUNT).check(z.gte(0, COUNT), z.lte(1_000_000, COUNT))
const sum = z.int(SUMS).check(z.gte(0, SUMS))
const product = z.enum(
  PRODUCTS.map(({ code }) => code),
  SUMS,
)

/** ISO 4217 numeric code of a currency in use. */
const TotalCurrency = z.enum([PESOS, DOLLARS], SUMS)
const isOnce = (codes: string[]) => new Set(codes).size === codes.length

/**
 * Closes a shift with the totals that the till counted. It may be repeated, and the newest totals count.
 * A shift whose totals are not those of its items stays open as an exception, and the answer says which
 * totals differ and which items we have, so that the till can report the others; then it closes by itself.
 */
export const closeShift = defineCall('station', 'closeShift', {
  access: 'terminal',
  changes: true,
  request: () => ({
    /** Number of the shift, as in its items. */
    shift: TillCode,
    /** `terminal` (also when left out) closes the terminal's own items, `station` those of all its terminals. */
    scope: withDefault(
      z.enum(['terminal', 'station'], 'Decinos si el turno es de la caja o de la estación.'),
      'terminal',
    ),
    /** Number of sales, the voided ones too. */
    sales: count,
    voids: count,
    returns: count,
    /** Cents of the sales by currency, before voids and returns. */
    amounts: z
      .array(
        z.object(
          {
            currency: TotalCurrency,
            /** Cents in that currency. */
            amount: sum,
          },
          SUMS,
        ),
        SUMS,
      )
      .check(z.refine((all) => isOnce(all.map((one) => one.currency)), SUMS)),
    /** Fuel of the sales by product, before voids and returns. */
    quantities: z
      .array(
        z.object(
          {
            /** Code of the product, of the reference lists. */
            product,
            /** Quantity of fuel in millilitres; 0 when the product is not a fuel. */
            millilitres: sum,
          },
          SUMS,
        ),
        SUMS,
      )
      .check(z.refine((all) => isOnce(all.map((one) => one.product)), SUMS)),
  }),
  response: () => ({
    /** `closed`, or `exception` when the totals differ. */
    state: z.enum(['closed', 'exception']),
    /** The totals that differ; empty when the shift is closed. */
    differences: z.array(ShiftDifference),
    /** The items of the shift that we have, at most 5,000; empty when it is closed. */
    items: z.array(
      z.object({
        /** The terminal that reported it. */
        terminalId: z.string(),
        kind: z.enum(['sale', 'void', 'return']),
        /** Its ticket; of a void that of the sale, or series and number of the sale's CFE. */
        ticket: z.string(),
      }),
    ),
  }),
})
