import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Choices, Kind, ListColumn, ObjectAction, ObjectRow } from '#contract/console/objectPage.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { next, pagination } from '#contract/fields/pagination.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'

const FILTER = 'Ese filtro no es válido: borralo y probá de nuevo.'

/**
 * Objects of a kind for the console, filtered, the newest first. Personal data are masked.
 * Errors: 05 without a second factor, `role_missing` for a kind that the caller's roles do not see, a
 * filter that the kind has not, or an invalid cursor.
 */
export const objects = defineCall('operator', 'objects', {
  access: [UBER, PETROBRAS, ADMINISTRADOR],
  mayBeStale: true,
  request: () => ({
    kind: Kind,
    /** Values by the names of the filters of the kind; empty or left out: not filtered by it. */
    filters: withDefault(
      z.record(z.string(), z.string(FILTER).check(z.maxLength(100, FILTER)), FILTER),
      {},
    ),
    ...pagination(200, 50),
  }),
  response: () => ({
    /** The columns, in the order of the cells of a row; the first is the row's name. */
    columns: z.array(ListColumn),
    /** Rows of this page, the newest first. */
    rows: z.array(ObjectRow),
    /** The choices of the filters whose choices are rows, by the names of the filters. */
    filterOptions: z.record(z.string(), Choices),
    /** What the caller may do in the list: `actOnObject` with an empty id. */
    listActions: z.array(ObjectAction),
    /** What the caller may do with several rows: `actOnObject` with each of them, which may refuse. */
    rowActions: z.array(ObjectAction),
    next,
  }),
})
