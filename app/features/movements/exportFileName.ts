import type { DateFilter } from '#contract/dates.ts'
import { toInput } from '#kit/format/period.ts'

/** `estado-de-cuenta-2026-08-22-a-2026-11-20.pdf`. */
export const fileName = (
  kind: string,
  { dateFrom, dateTo }: DateFilter,
  extension: string,
): string => `${kind}-${toInput(dateFrom)}-a-${toInput(dateTo)}.${extension}`
