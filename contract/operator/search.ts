import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { KIND_NAMES } from '#contract/console/objectKinds.ts'
import { ObjectValue } from '#contract/console/objectPage.ts'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { ADMINISTRADOR, PETROBRAS, UBER } from '#contract/roles.ts'

const TEXT = 'Escribí qué buscás, hasta 100 caracteres.'

/** What tells an object from others, as its list shows it: personal data are masked. */
const Found = lazyObject(() => ({
  title: z.string(),
  /** More about it: the driver, the station, the state. */
  subtitle: z.string(),
  /** In cents, with its currency; absent for what has none. */
  amount: z.optional(ObjectValue),
  /** When it was made; absent for what the list has in another order. */
  date: z.optional(ObjectValue),
}))

/**
 * Objects of every kind, and membership requests, that a text names: an email, a document, a mobile, a plate, a
 * loyalty, a reference, a code, a ticket, a fiscal document, an authorisation, the last four digits of a card (with
 * a day, `1234 7/9`), or a retrieval reference number, compared as a whole; a part of the name of a station; or the
 * name of a driver, in any order, of which the last word may be a beginning. At most ten of each kind. A name, a
 * document, a mobile, a plate and the number of a loyalty's card are searched for the role 1, which may show them;
 * those that find nothing are limited, and in the audit.
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
      z.extend(Found, {
        kind: z.enum(KIND_NAMES),
        /** Id of the object, for `object`. */
        id: z.string(),
      }),
    ),
    /** Membership requests, by their own reference or plate, or by their driver. */
    requests: z.array(z.extend(Found, { reference: z.string() })),
  }),
})
