import { useState } from 'react'
import type { LocatedBranch } from '#app/features/stations/distance.ts'
import { openingState } from '#app/features/stations/openingHours.ts'
import {
  FUEL_OPTIONS,
  SERVICE_OPTIONS,
  valueOptions,
} from '#app/features/stations/serviceLabels.ts'
import { matchesStation } from '#app/features/stations/stationSearch.ts'
import { DEPARTMENTS } from '#contract/reference/departments.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { distance, points } from '#kit/format/numbers.ts'

/** Default radius in metres: the distance constant of docs/specification.md, "Limits and constants". */
export const DEFAULT_RADIUS = 10_001
/** In metres. */
export const RADII = [2_000, 5_000, DEFAULT_RADIUS, 25_000, 50_000] as const
export const ANY_DISTANCE = 'any'
/** The order by what a tank costs. */
export const COST = 'cost'

/** The filters of the stations; an empty text is no filter. */
interface StationFilters {
  /** The typed words. */
  text: string
  service: string
  /** A value of the service. */
  value: string
  fuel: string
  openNow: boolean
  /** Only the favourites of the person. */
  mine: boolean
  department: string
  /** Metres; null: any distance. */
  radius: number | null
  /** Where a tank costs least first; otherwise the nearest. */
  byCost: boolean
}

const FILTER_PARAMS = ['text', 'service', 'value', 'fuel', 'open', 'mine', 'department', 'distance']

/** The filters of an address; a parameter with an unknown value is ignored. */
export function filtersOf(search: Readonly<Record<string, string>>): StationFilters {
  const among = (options: readonly { value: string }[], text = '') =>
    options.some(({ value }) => value === text) ? text : ''
  const service = among(SERVICE_OPTIONS, search.service)
  const department = DEPARTMENTS.find(({ code }) => code === search.department)?.code ?? ''
  const { distance } = search
  return {
    text: search.text ?? '',
    service,
    value: among(valueOptions(service), search.value),
    fuel: among(FUEL_OPTIONS, search.fuel),
    openNow: search.open === '1',
    mine: search.mine === '1',
    byCost: search.sort === COST,
    department,
    radius:
      distance === ANY_DISTANCE
        ? null
        : (RADII.find((metres) => String(metres) === distance) ?? DEFAULT_RADIUS),
  }
}

/** Whether the stations are searched at any distance: by a text, in a chosen department, or among the favourites. */
export const isAnywhere = ({ text, department, mine }: StationFilters): boolean =>
  text !== '' || department !== '' || mine

/** The distance does not count without a position. */
export function filterStations(
  stations: readonly LocatedBranch[],
  filters: StationFilters,
  now: Date,
): LocatedBranch[] {
  const { text, service, value, fuel, openNow, department } = filters
  const radius = isAnywhere(filters) ? null : filters.radius
  const offers = ({ services }: LocatedBranch['branch']) =>
    services.some(({ code, values }) => code === service && (!value || values.includes(value)))
  return stations.filter(
    ({ branch, metres }) =>
      matchesStation(branch, text) &&
      (!department || branch.department === department) &&
      (radius === null || metres === null || metres <= radius) &&
      (!service || offers(branch)) &&
      (!fuel || branch.fuels.some(({ code }) => code === fuel)) &&
      (!openNow || openingState(branch.openingHours, now).kind === 'open'),
  )
}

export const countFilters = ({ service, value, fuel, openNow, mine }: StationFilters): number =>
  [service, value, fuel, openNow, mine].filter(Boolean).length

/** How many stations are shown, and where: `12 estaciones a menos de 10 km`. */
export function stationCountText(count: number, filters: StationFilters, located: boolean): string {
  const stations = count === 1 ? '1 estación' : `${points(count)} estaciones`
  return `${stations} ${placeText(filters, located)}`
}

function placeText(filters: StationFilters, located: boolean): string {
  const { department, radius } = filters
  const name = DEPARTMENTS.find(({ code }) => code === department)?.text
  if (name) return `en ${name}`
  return located && radius !== null && !isAnywhere(filters)
    ? `a menos de ${distance(radius)}`
    : 'en todo el país'
}

/**
 * The filters and, on a narrow screen, the choice of map or list, stored in the address so that a reload
 * restores them.
 */
export function useStationSearch() {
  const { params, setParams } = useSearchParams()
  // The address follows what is typed a moment later.
  const [text, setText] = useState(params.text ?? '')
  const set: typeof setParams = (changes) => {
    if (changes.text !== undefined) setText(changes.text)
    setParams(changes)
  }
  return {
    filters: { ...filtersOf(params), text },
    view: params.view === 'list' ? ('list' as const) : ('map' as const),
    /** Sets query parameters; an empty text removes one. */
    set,
    /** Removes the filters, the department included. */
    clear: () => set(Object.fromEntries(FILTER_PARAMS.map((name) => [name, '']))),
  }
}
