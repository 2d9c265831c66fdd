import type { LogEntry } from '#contract/entities/car/logEntry.ts'

type Placed = Pick<LogEntry, 'id' | 'datetime' | 'odometer' | 'full'>

/**
 * The entries of a log, oldest first. A typed entry has a day only, so that within a day those with an
 * odometer are ordered by it, in the places that they have by time.
 */
export function inOrder<E extends Placed>(log: readonly E[]): E[] {
  const byTime = log.toSorted(
    (one, other) =>
      compare(one.datetime, other.datetime) ||
      Number(one.full) - Number(other.full) ||
      compare(one.id, other.id),
  )
  return [...Map.groupBy(byTime, ({ datetime }) => datetime.slice(0, 8)).values()].flatMap(
    (day) => {
      const read = day
        .filter(({ odometer }) => odometer !== null)
        .toSorted((one, other) => (one.odometer ?? 0) - (other.odometer ?? 0))
      return day.map((entry) => (entry.odometer === null ? entry : (read.shift() ?? entry)))
    },
  )
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
