import { useLocation, useNavigate } from '@tanstack/react-router'
import { useNow } from '#app/device/useNow.ts'
import {
  periodFromSearch,
  type Search,
  toSearch,
} from '#app/features/movements/listSearchParams.ts'
import type { DateFilter } from '#contract/dates.ts'

/** The filters of a list, stored in its address so that a reload and Back restore them. */
interface ListSearchParams {
  period: DateFilter
  setPeriod: (period: DateFilter) => void
  /** Any other query parameter; empty when it is missing. */
  param: (name: string) => string
  /** Sets a query parameter; an empty text removes it. */
  setParam: (name: string, value: string) => void
}

export function useListSearchParams(): ListSearchParams {
  const now = useNow()
  const location = useLocation()
  const navigate = useNavigate()
  const search = location.search as Search
  // Replaces the history entry, so that Back leaves the list, and removes `rrn`, which closes an
  // open sheet.
  const replace = (names: string[], params: Search) => {
    const otherParams = Object.entries(search).filter(
      ([name]) => name !== 'rrn' && !names.includes(name),
    )
    void navigate({
      to: location.pathname,
      search: { ...Object.fromEntries(otherParams), ...params },
      replace: true,
      resetScroll: false,
    })
  }
  return {
    period: periodFromSearch(search, now),
    setPeriod: (period) => replace(['dateFrom', 'dateTo'], toSearch(period, now)),
    param: (name) => search[name] ?? '',
    setParam: (name, value) => replace([name], value ? { [name]: value } : {}),
  }
}
