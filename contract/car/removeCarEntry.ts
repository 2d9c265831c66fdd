import { defineCall } from '#contract/call.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'

/**
 * Removes an entry that the caller typed.
 * Errors: 05 one that is unknown, removed or another user's.
 */
export const removeCarEntry = defineCall('car', 'removeCarEntry', {
  access: [USER],
  changes: true,
  request: () => ({
    /** Id of the entry, as `carLog` answers it. */
    entryId: opaqueCode(40, 'Elegí una anotación de la lista.'),
  }),
})
