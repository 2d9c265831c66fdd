import type { StationFilters } from '#app/features/stations/stationFilters.ts'
import { DEPARTMENTS } from '#contract/reference/departments.ts'
import { distance, points } from '#kit/format/numbers.ts'

/** How many stations are shown, and where: `12 estaciones a menos de 10 km`. */
export function resultText(count: number, filters: StationFilters, located: boolean): string {
  const stations = count === 1 ? '1 estación' : `${points(count)} estaciones`
  return `${stations} ${placeText(filters, located)}`
}

function placeText({ department, radius }: StationFilters, located: boolean): string {
  const name = DEPARTMENTS.find(({ code }) => code === department)?.text
  if (name) return `en ${name}`
  return located && radius !== null ? `a menos de ${distance(radius)}` : 'en todo el país'
}
