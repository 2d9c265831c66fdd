import type { BorderSide } from '#contract/entities/taxLaws.ts'
import type { DepartmentCode } from '#contract/reference/departments.ts'
import { STATION_SERVICES } from '#contract/reference/stationServices.ts'
import type { Rows } from '#db/demo/bulkInsert.ts'
import { readDemoJson, readDemoTable } from '#db/demo/demoFile.ts'
import { createRandom, type SeededRandom } from '#db/demo/seededRandom.ts'

export type Station = Rows['branch'][number]

/**
 * Words from which people, streets and stations are named. Every combination is invented. There is one
 * name per station: trees, birds, animals, stones and weather of the country.
 */
export const NAMES = readDemoJson('names.json') as Record<
  'women' | 'men' | 'surnames' | 'streets' | 'stations',
  readonly string[]
>

/** A town, or a quarter of Montevideo, with the number of stations in it. */
interface Town {
  department: DepartmentCode
  name: string
  /** Degrees, WGS 84: a point on land, away from borders. */
  latitude: number
  longitude: number
  stations: number
  /** The country of the border crossing within 20 km; null: none. */
  borderSide: BorderSide | null
}

/** Distribution of the 88 stations, roughly by population, at least one per department. */
export const TOWNS = readDemoTable<Town>('towns.csv')

const HOURS = [
  'Todos los días, las 24 horas',
  'Todos los días de 6:00 a 23:00',
  'Todos los días de 6:00 a 22:00',
  'Lunes a sábado de 6:00 a 22:00, domingos de 8:00 a 20:00',
]
/** Percentage of stations that offer each service; all sell fuel. */
const SERVICE_SHARE: Record<string, number> = {
  fuel: 100,
  store: 80,
  wash: 45,
  tyres: 30,
  lubrication: 40,
  gas: 55,
  parking: 20,
  collection: 50,
  cash: 35,
}
/** Percentage of stations that sell each fuel not sold everywhere. */
const FUEL_SHARE: Record<string, number> = { gasoilEspecial: 75, queroseno: 40 }

/** The 88 stations, with invented names and door numbers in real towns. */
export function stations(seed: number): Station[] {
  const spots = TOWNS.flatMap((place) => Array.from({ length: place.stations }, () => place))
  return spots.map((place, index) => {
    const luck = createRandom(seed, 'station', index)
    const corner = luck.integer(0, NAMES.streets.length - 1)
    const street = NAMES.streets[corner]
    const crossing =
      NAMES.streets[(corner + luck.integer(1, NAMES.streets.length - 1)) % NAMES.streets.length]
    return {
      code: `E${String(index + 1).padStart(3, '0')}`,
      name: `Estación ${NAMES.stations[index]}`,
      address: `${street} ${luck.integer(100, 3999)} esq. ${crossing}, ${place.name}`,
      department: place.department,
      latitude: near(place.latitude, luck),
      longitude: near(place.longitude, luck),
      openingHours: luck.oneOf(HOURS),
      services: services(luck),
      borderSide: place.borderSide,
    }
  })
}

/** A point within about 300 m. */
const near = (degrees: number, luck: SeededRandom) =>
  Number((degrees + (luck.next() - 0.5) * 0.006).toFixed(5))

function services(luck: SeededRandom): Station['services'] {
  return STATION_SERVICES.filter(({ code }) => luck.bool((SERVICE_SHARE[code] ?? 0) / 100)).map(
    ({ code, values }) => ({ code, values: narrowed(code, values, luck) }),
  )
}

function narrowed(code: string, values: readonly string[], luck: SeededRandom): string[] {
  if (code === 'fuel') return values.filter((fuel) => luck.bool((FUEL_SHARE[fuel] ?? 100) / 100))
  return values.length > 1 ? [luck.oneOf(values)] : [...values]
}

/** Whether the station sells a product. */
export function sells(station: Station, product: string): boolean {
  return station.services.some(
    ({ code, values }) => code === product || (code === 'fuel' && values.includes(product)),
  )
}
