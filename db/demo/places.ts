import type { DepartmentCode } from '#contract/reference/departments.ts'
import { readDemoTable } from '#db/demo/demoFile.ts'

/** A town, or a quarter of Montevideo, with the number of stations in it. */
export interface Town {
  department: DepartmentCode
  name: string
  /** Degrees, WGS 84: a point on land, away from borders. */
  latitude: number
  longitude: number
  stations: number
}

/** Distribution of the 88 stations, roughly by population, at least one per department. */
export const TOWNS: readonly Town[] = readDemoTable<Town>('towns.csv')
