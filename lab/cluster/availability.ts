import { setTimeout as sleep } from 'node:timers/promises'
import { movements } from '#contract/financial/movements.ts'
import { updateUser } from '#contract/user/updateUser.ts'
import { recentPeriod } from '#lab/payments/runAttempt.ts'
import type { Driver } from '#lab/processes/journeys.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'

/** Milliseconds from an answer to the next call of a driver. */
const PAUSE_MS = 900
/** How many drivers write, one call each at a time, and how many read. */
const WRITERS = 10
const READERS = 10
/** Of all drivers, those that the probe of availability needs. */
export const PROBE_DRIVERS = WRITERS + READERS

type Kind = 'writes' | 'reads'

/** Of the last written address, which differs in each call. */
let number = 0

/**
 * Calls that write and calls that read, ten a second of each. A call is repeated until it is answered, so
 * that the time between two answers is the time without an answer.
 */
export function startProbe(drivers: readonly Driver[], databaseUrl: string) {
  const answered: Record<Kind, number[]> = { writes: [], reads: [] }
  const acknowledged = new Map<string, string>()
  let isOver = false
  const write = async ({ personId, session }: Driver) => {
    number += 1
    const address = `Rambla ${number}, Montevideo, Uruguay`
    const identity = `probe-${number}`
    const answer = await session.call(updateUser, { user: { address } }, { identity })
    if (answer) acknowledged.set(personId, address)
    return answer
  }
  const read = ({ session, loyaltyCode }: Driver) => {
    const fields = { loyaltyCode: loyaltyCode ?? '', ...recentPeriod(new Date()), count: 10 }
    return session.call(movements, fields)
  }
  const repeat = async (kind: Kind, call: (driver: Driver) => Promise<unknown>, driver: Driver) => {
    while (!isOver) {
      if (await call(driver)) answered[kind].push(performance.now())
      await sleep(PAUSE_MS)
    }
  }
  const members = drivers.filter(({ loyaltyCode }) => loyaltyCode !== null).slice(0, PROBE_DRIVERS)
  const ended = Promise.all(
    members.map((driver, index) =>
      index < WRITERS ? repeat('writes', write, driver) : repeat('reads', read, driver),
    ),
  )
  return {
    /** Ends the calls. */
    async stop(): Promise<void> {
      isOver = true
      await ended
    },
    /** Seconds of the longest time without an answer since then. */
    longestGap(kind: Kind, since: number): number {
      const times = [since, ...answered[kind].filter((time) => time > since), performance.now()]
      const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
      return Math.max(...gaps) / 1000
    },
    /** P10: the acknowledged addresses that are not stored. */
    async lost(): Promise<object[]> {
      const rows = await queryRows<{ id: string; address: string }>(
        databaseUrl,
        'select id, address from person where id = any($1)',
        [[...acknowledged.keys()]],
      )
      return rows.flatMap(({ id, address }) =>
        acknowledged.get(id) === address
          ? []
          : [{ personId: id, acknowledged: acknowledged.get(id), stored: address }],
      )
    },
  }
}
