import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { Kind, ObjectPage } from '#contract/console/objectPage.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { opaqueCode } from '#contract/fields/text.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'

/** Field of an object's id. */
export const objectId = () => opaqueCode(100, 'Ese código no es válido.')

/**
 * The page of the console about one object: facts, tables, what happened, and what the caller may do.
 * Personal data are masked unless they are asked for, which the audit log records.
 * Errors: 05 without a second factor, `role_missing` for a kind that the caller's roles do not see, and
 * `not_found`.
 */
export const object = defineCall('operator', 'object', {
  access: [UBER, PETROBRAS, ADMINISTRADOR],
  request: () => ({
    kind: Kind,
    /** Id of the object, as `objects` or `search` answers it. */
    objectId: objectId(),
    /** One of the page's `tabs`; the first one when it is left out, or none of them. */
    tab: withDefault(opaqueCode(40, 'Esa pestaña no existe.'), ''),
    /** Shows personal data, which is recorded; false when it is left out. */
    shown: withDefault(z.boolean('Decinos si querés ver los datos.'), false),
  }),
  response: () => ({ page: ObjectPage }),
})
