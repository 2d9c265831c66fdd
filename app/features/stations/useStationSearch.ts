import { useLocation, useNavigate } from '@tanstack/react-router'
import {
  FILTER_PARAMS,
  filtersOf,
  type StationFilters,
} from '#app/features/stations/stationFilters.ts'

/** The filters and the view of the stations, stored in the address so that a reload restores them. */
interface StationSearch {
  filters: StationFilters
  /** On a narrow screen: map or list. */
  view: 'map' | 'list'
  /** Sets query parameters; an empty text removes one. The entry of the history is replaced. */
  set: (params: Record<string, string>) => void
  /** Removes the filters, the department included. */
  clear: () => void
}

export function useStationSearch(): StationSearch {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const current = search as Record<string, string>
  const set = (params: Record<string, string>) => {
    const next = Object.entries({ ...current, ...params }).filter(([, value]) => value !== '')
    void navigate({
      to: pathname,
      search: Object.fromEntries(next),
      replace: true,
      resetScroll: false,
    })
  }
  return {
    filters: filtersOf(current),
    view: current.view === 'list' ? 'list' : 'map',
    set,
    clear: () => set(Object.fromEntries(FILTER_PARAMS.map((name) => [name, '']))),
  }
}
