import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { filters } from '#contract/console/listFilters.ts'
import { Choices, Kind, ListColumn, ObjectAction, ObjectRow } from '#contract/console/objectPage.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { next, pagination } from '#contract/fields/pagination.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'

const ORDER = 'Elegí qué va primero: lo más nuevo o lo más viejo.'

const SavedView = lazyObject(() => ({
  id: z.string(),
  name: z.string(),
  /** The filters and the order, as the address of the list has them. */
  search: z.record(z.string(), z.string()),
  /** Whether every operator that sees the kind has it. */
  shared: z.boolean(),
  /** Whether the caller saved it, and may remove it. */
  own: z.boolean(),
}))

/**
 * Objects of a kind for the console, filtered, in pages. Personal data are masked.
 * Errors: 05 without a second factor, `role_missing` for a kind that the caller's roles do not see, a
 * filter that the kind has not, or an invalid cursor.
 */
export const objects = defineCall('operator', 'objects', {
  access: [UBER, PETROBRAS, ADMINISTRADOR],
  mayBeStale: true,
  request: () => ({
    kind: Kind,
    /** Values by the names of the filters of the kind; empty or left out: not filtered by it. */
    filters: filters(),
    /** Which rows come first, where a column is `sorted`. */
    first: withDefault(z.enum(['newest', 'oldest'], ORDER), 'newest'),
    ...pagination(200, 50),
  }),
  response: () => ({
    /** The columns, in the order of the cells of a row; the first is the row's name. */
    columns: z.array(ListColumn),
    /** Rows of this page, in the order of the list. */
    rows: z.array(ObjectRow),
    /** The choices of the filters whose choices are rows, by the names of the filters. */
    filterOptions: z.record(z.string(), Choices),
    /** What stands for the id in a filter of a person, by the names of the filters: the masked name. */
    filterTexts: z.record(z.string(), z.string()),
    /** The views of the list that the caller saved, or that another operator shares. */
    views: z.array(SavedView),
    /** What the caller may do in the list: `actOnObject` with an empty id. */
    listActions: z.array(ObjectAction),
    /** What the caller may do with several rows: `actOnObject` with each of them, which may refuse. */
    rowActions: z.array(ObjectAction),
    next,
  }),
})
