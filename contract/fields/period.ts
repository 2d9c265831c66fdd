import * as z from 'zod/mini'
import { isStamp } from '#contract/dates.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { count } from '#contract/fields/pagination.ts'

const Edge = z.string('Elegí un período.').check(
  z.refine(
    // Years that a database and a calendar both know: the second after 9999 is none.
    (text) => /^[12]\d{13}$/.test(text) && isStamp(text),
    'La fecha del período no es válida.',
  ),
)

const LOYALTY = 'Elegí una afiliación.'
const BRANCH = 'Elegí una estación de la lista.'
const RUT = 'El RUT tiene doce dígitos.'
const AFTER = 'Pedí la lista otra vez desde el principio.'
/** What `movements` and `accountStatus` both ask: one loyalty, a period, and optional narrowing. */
export const period = {
  loyaltyCode: z.string(LOYALTY).check(z.maxLength(40, LOYALTY)),
  /** `yyyyMMdd000000`. */
  dateFrom: Edge,
  /** `yyyyMMdd235959`. */
  dateTo: Edge,
  branchCode: withDefault(z.string(BRANCH).check(z.maxLength(20, BRANCH)), ''),
  clientRUT: withDefault(z.string(RUT).check(z.maxLength(20, RUT)), ''),
  /** At most this many lines; the answer's `next` leads on to the rest. */
  count: withDefault(count(1000), 1000),
  /** The `next` of an earlier answer. */
  after: withDefault(z.string(AFTER).check(z.maxLength(60, AFTER)), ''),
}
