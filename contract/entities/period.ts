import * as z from 'zod/mini'
import { isStamp } from '#contract/dates.ts'
import { NO_LOYALTY } from '#contract/entities/loyalty.ts'
import { ClientRut } from '#contract/fields/nationalIds.ts'
import { withDefault } from '#contract/fields/optional.ts'
import { pagination } from '#contract/fields/pagination.ts'

const PeriodBound = withDefault(
  z.string('Elegí un período.').check(
    z.refine(
      // Years 1000 to 2999: the day after 9999-12-31 has five digits in the year.
      (text) => text === '' || (/^[12]\d{13}$/.test(text) && isStamp(text)),
      'La fecha del período no es válida.',
    ),
  ),
  '',
)

const LOYALTY = 'Elegí una afiliación.'
const BRANCH = 'Elegí una estación de la lista.'

/** Request fields of a list by period. A bound that is left out is that of the last 90 days. */
export const period = () => ({
  /** First instant of the period, `yyyyMMdd000000` for whole days; by default 90 days ago. */
  dateFrom: PeriodBound,
  /** Last second of the period, `yyyyMMdd235959` for whole days; by default the end of today. */
  dateTo: PeriodBound,
})

/** Request fields of `movements` and `accountStatus`: a page of one loyalty's list by period. */
export const loyaltyPeriod = () => ({
  /** Code of one of the caller's loyalties; empty for none. */
  loyaltyCode: withDefault(z.string(LOYALTY).check(z.maxLength(40, LOYALTY)), NO_LOYALTY),
  ...period(),
  /** Only what this station gave: its purchases and their points; empty for all. */
  branchCode: withDefault(z.string(BRANCH).check(z.maxLength(20, BRANCH)), ''),
  /** Only when this is the RUT of the loyalty; empty for any. */
  clientRUT: ClientRut,
  ...pagination(1000),
})
