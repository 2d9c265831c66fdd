import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { USER } from '#contract/roles.ts'

/**
 * Undoes an import: removes what it added to the log, with the changes made to it since.
 * Errors: 05 one that is unknown, undone or another user's.
 */
export const undoCarImport = defineCall('car', 'undoCarImport', {
  access: [USER],
  changes: true,
  request: () => ({
    /** Id of the import, as `cars` answers it. */
    importId: opaqueCode(40, 'Elegí una importación de la lista.'),
  }),
  /** Number of entries and odometers that were removed. */
  response: () => ({ removed: z.int() }),
})
