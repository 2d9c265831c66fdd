import { useNow } from '#app/device/useNow.ts'
import { type DateFilter, type Day, fromStamp, lastDays, toRange } from '#contract/dates.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { periodError } from '#kit/format/period.ts'

/** The query of an address, as the router parses it. */
export type Search = Readonly<Record<string, string>>

/** The period in a list's address; the default one when it is missing or invalid. */
export function periodFromSearch(search: Search, now: Date): DateFilter {
  const dateFrom = dayIn(search.dateFrom)
  const dateTo = dayIn(search.dateTo)
  if (!dateFrom || !dateTo || periodError(dateFrom, dateTo, now)) return lastDays(now)
  return { dateFrom, dateTo }
}

/** The query parameters of a period: two days `yyyyMMdd`, or none for the default period. */
export function toSearch(period: DateFilter, now: Date): Record<string, string> {
  const { dateFrom, dateTo } = toRange(period)
  const usual = toRange(lastDays(now))
  if (dateFrom === usual.dateFrom && dateTo === usual.dateTo) return {}
  return { dateFrom: dateFrom.slice(0, 8), dateTo: dateTo.slice(0, 8) }
}

/** The period in the address of the list that is drawn. A change of it closes an open movement. */
export function usePeriodParams() {
  const now = useNow()
  const { params, setParams } = useSearchParams()
  return {
    period: periodFromSearch(params, now),
    setPeriod: (period: DateFilter) =>
      setParams({ rrn: '', dateFrom: '', dateTo: '', ...toSearch(period, now) }),
  }
}

function dayIn(text = ''): Day | null {
  if (!/^\d{8}$/.test(text) || !fromStamp(`${text}000000`)) return null
  return { year: +text.slice(0, 4), month: +text.slice(4, 6), day: +text.slice(6, 8) }
}
