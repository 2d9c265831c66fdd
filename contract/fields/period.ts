import * as z from 'zod/mini'
import { isStamp } from '#contract/dates.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { pagination } from '#contract/fields/pagination.ts'

const PeriodBound = z.string('Elegí un período.').check(
  z.refine(
    // Years 1000 to 2999: the day after 9999-12-31 has five digits in the year.
    (text) => /^[12]\d{13}$/.test(text) && isStamp(text),
    'La fecha del período no es válida.',
  ),
)

const LOYALTY = 'Elegí una afiliación.'
const BRANCH = 'Elegí una estación de la lista.'
const RUT = 'El RUT tiene doce dígitos.'

/** Request fields of a list by period. */
export const period = {
  /** First instant of the period, `yyyyMMdd000000` for whole days. */
  dateFrom: PeriodBound,
  /** Last second of the period, `yyyyMMdd235959` for whole days. */
  dateTo: PeriodBound,
}

/** Request fields of `movements` and `accountStatus`: a page of one loyalty's list by period. */
export const loyaltyPeriod = {
  /** One of the caller's loyalties. */
  loyaltyCode: z.string(LOYALTY).check(z.maxLength(40, LOYALTY)),
  ...period,
  /** Only purchases at this station; empty for all. */
  branchCode: withDefault(z.string(BRANCH).check(z.maxLength(20, BRANCH)), ''),
  /** Only when this is the RUT of the loyalty; empty for any. */
  clientRUT: withDefault(z.string(RUT).check(z.maxLength(20, RUT)), ''),
  ...pagination(1000),
}
