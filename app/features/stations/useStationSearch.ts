import {
  FILTER_PARAMS,
  filtersOf,
  type StationFilters,
} from '#app/features/stations/stationFilters.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'

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
  const { params, setParams } = useSearchParams()
  return {
    filters: filtersOf(params),
    view: params.view === 'list' ? 'list' : 'map',
    set: setParams,
    clear: () => setParams(Object.fromEntries(FILTER_PARAMS.map((name) => [name, '']))),
  }
}
