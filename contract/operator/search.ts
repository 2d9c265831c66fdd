import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { KIND_NAMES } from '#contract/console/objectKinds.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'

const TEXT = 'Escribí qué buscás, hasta 100 caracteres.'

/**
 * Objects of every kind that a text names: an email, a document, a plate, a loyalty, a reference, a
 * ticket, a fiscal document, an authorisation, the last four digits of a card (with a day, `1234 7/9`), or a
 * retrieval reference number, compared as a whole; or a part of the name of a station. At most ten objects of
 * each kind. A document, a mobile, a plate and the number of a loyalty's card are searched for the role 1, which
 * may show them; those that find nothing are limited, and in the audit.
 * Errors: 05 without a second factor.
 */
export const search = defineCall('operator', 'search', {
  access: [UBER, PETROBRAS, ADMINISTRADOR],
  mayBeStale: true,
  request: () => ({
    text: z.string(TEXT).check(z.trim(), z.minLength(1, TEXT), z.maxLength(100, TEXT)),
  }),
  response: () => ({
    /** What was found, in the order of the kinds. */
    hits: z.array(
      z.object({
        kind: z.enum(KIND_NAMES),
        /** Id of the object, for `object`. */
        id: z.string(),
        title: z.string(),
        /** What tells it from others. */
        subtitle: z.string(),
      }),
    ),
  }),
})
