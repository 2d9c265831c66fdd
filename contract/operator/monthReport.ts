import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { Sum } from '#contract/money.ts'
import { ADMINISTRADOR, PETROBRAS } from '#contract/roles.ts'

/** What the rows of a report are: stations, programmes or products. */
export const REPORT_ROWS = ['station', 'programme', 'product'] as const
export type ReportRows = (typeof REPORT_ROWS)[number]

/** The figures of a row, or of all. A figure is null where such rows have none. */
const figures = {
  /**
   * Sales that were made in the month and are not voided, and purchases of members of before a till reported
   * them. By product a sale of two is one of each.
   */
  sales: z.int(),
  /** Fuel of these sales, less what was returned of them until now. */
  millilitres: z.int(),
  /** What these sales cost, less what was returned of them until now. */
  sold: z.array(Sum),
  /** Points that were posted in the month for sales and payments. */
  earned: z.int(),
  /** Points that voids, returns and refunds took back in the month; 0 or negative. */
  reversed: z.int(),
  /** Points that were redeemed in the month, less those given back; above 0 when these are of an earlier month. Null by product. */
  redeemed: z.nullable(z.int()),
  /** Points that expired in the month; 0 or negative. By programme only. */
  expired: z.nullable(z.int()),
  /** Adjustments of points by operators. By programme only. */
  other: z.nullable(z.int()),
  /**
   * Points that the network owes at the end of the month, or now: the balances of the members, less what they
   * lack for voids of points that were spent. It is that of the month before, plus the points of all kinds. By
   * programme only.
   */
  owed: z.nullable(z.int()),
  /** Card payments with the app that were charged in the month, tips included. Null by product. */
  paid: z.nullable(z.array(Sum)),
  /** What was given back of these payments until now, by voids and refunds. Null by product. */
  refunded: z.nullable(z.array(Sum)),
}

export const ReportRow = lazyObject(() => ({
  /** Code of the station, the programme or the product; empty for what has none. */
  id: z.string(),
  /** Its name, in Spanish. */
  name: z.string(),
  ...figures,
}))
export type ReportRow = z.infer<typeof ReportRow>

const MONTH = 'Elegí un mes.'

/**
 * A month of the network by station, programme or product. Sales and payments are those of the month as they are
 * now; points are what the ledger posted in it, to the point. An operator who is bound to stations sees
 * what happened there, without what belongs to no station: `expired`, `other` and `owed` are null then.
 * Errors: 05 a month that is none, has not begun, or is of more than ten years ago.
 */
export const monthReport = defineCall('operator', 'monthReport', {
  access: [PETROBRAS, ADMINISTRADOR],
  mayBeStale: true,
  request: () => ({
    /** `yyyyMM` in Montevideo. */
    month: z.string(MONTH).check(z.regex(/^20\d\d(?:0[1-9]|1[0-2])$/, MONTH)),
    by: z.enum(REPORT_ROWS, 'Elegí por qué se agrupa.'),
  }),
  response: () => ({
    /** In the order of their names; what has no station, programme or product comes last. Rows without any figure are left out. */
    rows: z.array(ReportRow),
    /** The sums of the rows. */
    total: z.object(figures),
  }),
})
