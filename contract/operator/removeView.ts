import { defineCall } from '#contract/call.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'

/** Removes a view that the caller saved. Errors: 05 without a second factor, and `not_found`. */
export const removeView = defineCall('operator', 'removeView', {
  access: [UBER, PETROBRAS, ADMINISTRADOR],
  changes: true,
  request: () => ({
    /** Its id, as `objects` answers it. */
    viewId: opaqueCode(100, 'Ese código no es válido.'),
  }),
})
