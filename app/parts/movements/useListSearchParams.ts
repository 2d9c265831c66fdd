import { useLocation, useNavigate } from '@tanstack/react-router'
import { toSearch, periodFromSearch, type Search } from '#app/parts/movements/listSearchParams.ts'
import { useNow } from '#app/device/useNow.ts'
import type { DateFilter } from '#contract/dates.ts'

/** What the address of a list says and how to change it: a reload or the way back find it again. */
export interface ListSearchParams {
  period: DateFilter
  setPeriod: (period: DateFilter) => void
  /** Any other word of the query; empty when it is not there. */
  word: (name: string) => string
  /** Changes one word; the empty text takes it out. */
  setWord: (name: string, value: string) => void
}

export function useListSearchParams(): ListSearchParams {
  const now = useNow()
  const location = useLocation()
  const navigate = useNavigate()
  const search = location.search as Search
  // In place, so that Back leaves the list; and what was open in it is closed.
  const replace = (names: string[], words: Search) => {
    const kept = Object.entries(search).filter(([name]) => name !== 'rrn' && !names.includes(name))
    void navigate({
      to: location.pathname,
      search: { ...Object.fromEntries(kept), ...words },
      replace: true,
      resetScroll: false,
    })
  }
  return {
    period: periodFromSearch(search, now),
    setPeriod: (period) => replace(['dateFrom', 'dateTo'], toSearch(period, now)),
    word: (name) => search[name] ?? '',
    setWord: (name, value) => replace([name], value ? { [name]: value } : {}),
  }
}
