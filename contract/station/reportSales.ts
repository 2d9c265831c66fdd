import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { CheckedItem, ItemResult } from '#contract/entities/reportedItem.ts'

/** Most items of a batch. */
export const MAX_ITEMS = 500

/**
 * Reports sales, voids and returns of a terminal: late, repeated and in any order. Each item is
 * answered alone, in the order of the batch; a bad one refuses no other. Points are given by the rule
 * of the sale's local time.
 * Errors: HTTP 413 more than 500 items.
 */
export const reportSales = defineCall('station', 'reportSales', {
  access: 'terminal',
  changes: true,
  maxBody: 1024 * 1024,
  request: () => ({
    /** The items, 1 to 500. */
    items: z
      .array(CheckedItem, 'Mandá la lista de ventas, anulaciones y devoluciones.')
      .check(z.minLength(1, 'Mandá al menos una venta, anulación o devolución.')),
  }),
  response: () => ({
    /** One result for each item, in the same order. */
    results: z.array(ItemResult),
  }),
})
