import { createReadStream } from 'node:fs'
import { asc } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import type { BorderSide } from '#contract/entities/taxLaws.ts'
import type { DepartmentCode } from '#contract/reference/departments.ts'
import { pathOf, readDemoJson, readDemoTable } from '#db/demo/demoFile.ts'
import { importRows } from '#db/imports/importFile.ts'
import { stationsKind } from '#db/imports/stationsKind.ts'
import { branch } from '#db/tables/stations.ts'

export type Station = typeof branch.$inferSelect

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

/** Imports the 88 stations, with invented names and door numbers in real towns. @returns them */
export async function importStations(client: Client, now: Date): Promise<Station[]> {
  const fileName = 'stations.csv'
  const source = createReadStream(pathOf(fileName))
  const db = drizzle({ client })
  await importRows(db, { kind: stationsKind, fileName, source, login: '', now })
  return await db.select().from(branch).orderBy(asc(branch.code))
}

export function sells(station: Station, product: string): boolean {
  return station.services.some(
    ({ code, values }) => code === product || (code === 'fuel' && values.includes(product)),
  )
}
