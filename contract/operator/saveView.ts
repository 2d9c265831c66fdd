import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { FilterTexts } from '#contract/console/listFilters.ts'
import { Kind } from '#contract/console/objectPage.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { singleLine } from '#contract/fields/text.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'

/**
 * Saves a view of a list: its filters and its order under a name. A view of the same name that the caller
 * saved is replaced.
 * Errors: 05 without a second factor, `role_missing` for a kind that the caller's roles do not see, a filter
 * that the kind has not, and `too_many_views`.
 */
export const saveView = defineCall('operator', 'saveView', {
  access: [UBER, PETROBRAS, ADMINISTRADOR],
  changes: true,
  request: () => ({
    kind: Kind,
    name: singleLine(60, 'El nombre'),
    /** The filters that are set, and `first` for the order. */
    search: FilterTexts,
    /** Shows it to every operator that sees the kind; false when it is left out. */
    shared: withDefault(z.boolean('Decinos si la ve todo el equipo.'), false),
  }),
  response: () => ({
    /** Its id, for `removeView`. */
    id: z.string(),
  }),
})
