import { inArray, type SQL } from 'drizzle-orm'

/**
 * The part of the network that an operator sees: an administrator all of it, the role 4 its stations, and
 * the role 3 the members of the programmes with a sponsor.
 */
export interface Scope {
  isAdministrator: boolean
  /** Codes of the stations that the person is bound to; null: all. */
  stations: readonly string[] | null
}

/** The condition that a column names a station of the scope; undefined when it has all of them. */
export const inStations = (
  column: Parameters<typeof inArray>[0] | SQL,
  { stations }: Pick<Scope, 'stations'>,
): SQL | undefined => (stations ? inArray(column as SQL, [...stations]) : undefined)

/** The same for a value. */
export const seesStation = ({ stations }: Pick<Scope, 'stations'>, code: string | null): boolean =>
  stations === null || (code !== null && stations.includes(code))
