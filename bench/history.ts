import {
  BENCH_DATA,
  copiedDataset,
  type Dataset,
  datasetOf,
  headerOf,
  insertSessions,
  PAGE_ROWS,
} from '#bench/datasets.ts'
import { generateLoad } from '#bench/loadGenerator.ts'
import { type MeasuredProcess, startOurServer } from '#bench/measuredProcess.ts'
import { atMost, known, medians, type Report } from '#bench/report.ts'
import { ratio, rounds } from '#bench/rounds.ts'
import { pathOf } from '#contract/call.ts'
import { lastDays, toRange } from '#contract/dates.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { activeMembershipList } from '#contract/loyalty/activeMembershipList.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { exportData } from '#contract/user/exportData.ts'
import { notifications } from '#contract/user/notifications.ts'
import { userData } from '#contract/user/userData.ts'
import { withClient, withoutTimeout } from '#db/core/withClient.ts'
import { startEmbedded } from '#db/postgres/embeddedPostgres.ts'

const ROUNDS = 7
const SECONDS = 1
const SMALL = { drivers: 1_000, movements: 100_000 }
const COPIES = 99
/** Drivers that call, of each database. */
const CALLERS = 400
const SETTINGS = { CALLS_PER_MINUTE: '1000000000', JOBS: 'off', RECONCILE: 'off' }
/** Of the statement and the lists: the whole period that the app asks for. */
const PERIOD_DAYS = 90

/** Every call of a driver that reads what grows with the movements. */
const CALLS = {
  userData,
  loyalties,
  activeMembershipList,
  movements,
  accountStatus,
  getDebts,
  getPayments,
  notifications,
  exportData,
}

/** The calls of a driver at ten million movements beside 100,000. */
export async function benchHistory(): Promise<Report> {
  const cluster = await startEmbedded(BENCH_DATA, [
    'shared_buffers=2GB',
    'max_wal_size=8GB',
    'checkpoint_timeout=30min',
  ])
  const open: MeasuredProcess[] = []
  try {
    const small = await datasetOf(cluster, SMALL)
    const large = await copiedDataset(cluster, small, COPIES)
    const bodies = { small: await bodiesOf(small), large: await bodiesOf(large) }
    open.push(await startOurServer(small, SETTINGS), await startOurServer(large, SETTINGS))
    const [ofSmall, ofLarge] = open as [MeasuredProcess, MeasuredProcess]
    const lines = []
    for (const [name, contract] of Object.entries(CALLS)) {
      const path = `/api/${pathOf(contract)}`
      const run = ({ port }: MeasuredProcess, calls: string[]) =>
        generateLoad({ port, path, bodies: calls, connections: 1, seconds: SECONDS })
      await run(ofSmall, bodies.small)
      await run(ofLarge, bodies.large)
      const measured = await rounds(ROUNDS, {
        small: () => run(ofSmall, bodies.small),
        large: () => run(ofLarge, bodies.large),
      })
      lines.push(
        atMost(
          `\`${name}\`, p50 to that of the small database`,
          1.1,
          ratio(measured.large.p50, measured.small.p50),
        ),
        known(
          `\`${name}\`, p50 and p99, large, small`,
          medians(measured.large.p50, measured.large.p99, measured.small.p50, measured.small.p99),
        ),
      )
    }
    return {
      name: 'history',
      title: 'History: the calls of a driver at ten million movements',
      lines,
      how: [
        `${(COPIES + 1) * SMALL.drivers} drivers with ${(COPIES + 1) * SMALL.movements} movements beside ${SMALL.drivers} with ${SMALL.movements}: the drivers of the small database ${COPIES} times more under other keys (people, loyalties, vehicles, movements, debts, payments, notifications, lots, and the ledger with its hashes chained anew), so that each driver has as many rows in both.`,
        `Each call of ${CALLERS} drivers in turn, one at a time, with a session each: ${ROUNDS} rounds of ${SECONDS} s in turn for each database, a process each of \`server/main.ts\`, one PostgreSQL with 2 GB of shared buffers, which hold the pages that the callers read of either database; the ratio is of the same round, and the median is reported. Lists and statement: ${PERIOD_DAYS} days, pages of ${PAGE_ROWS}.`,
        'The tables are not partitioned by posting month: `movements` and `accountStatus`, which read ranges of the movements and of the ledger, do not slow down; `getDebts` and `getPayments` read neither table, and an export reads the rows of all months, which partitions would spread over more tables.',
      ],
    }
  } finally {
    for (const one of open) await one.stop()
    await cluster.stop()
  }
}

/** Opens sessions. @returns the bodies, one for each driver, with the fields of every call */
async function bodiesOf({ url }: Dataset): Promise<string[]> {
  const drivers = await withClient(withoutTimeout(url), async (client) => {
    const { rows } = await client.query<{ person: string; loyalty: string }>(
      `select l.person_id as person, l.code as loyalty from loyalty l
         join person p on p.id = l.person_id and p.deleted_at is null
         where l.ended_at is null and (select count(*) from movement m where m.loyalty_code = l.code) > $1
         order by md5(l.code) limit $2`,
      [PAGE_ROWS, CALLERS],
    )
    await insertSessions(
      client,
      rows.map(({ person }) => person),
    )
    return rows
  })
  const period = toRange(lastDays(new Date(), PERIOD_DAYS))
  return drivers.map(({ person, loyalty }) =>
    JSON.stringify({
      requestHeader: headerOf(person),
      loyaltyCode: loyalty,
      ...period,
      count: PAGE_ROWS,
    }),
  )
}
