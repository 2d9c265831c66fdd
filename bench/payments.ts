import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { BENCH_DATA, datasetOf, freshCopyOf } from '#bench/datasets.ts'
import { type Payer, startInProcessPayments } from '#bench/inProcessPayments.ts'
import { median, rates, ratio, rounds } from '#bench/interleavedRounds.ts'
import { addOrders, type PaymentOrder } from '#bench/paymentOrders.ts'
import { startBarePayments } from '#bench/peers/barePayments.ts'
import { PRIMARY, startReplica } from '#bench/replica/startReplica.ts'
import { atLeast, atMost, known, medians, type Report } from '#bench/report.ts'
import { withClient } from '#db/core/withClient.ts'
import { startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { loadKeys } from '#sandbox/keys.ts'

const ROUNDS = 5
const ATTEMPTS = 800
/** Payments at a time, and database connections, of each contestant. */
const CONCURRENT = 24
const POOL = 6
/** Measured one after another. */
const COMMITS = 100
const DATASET = { drivers: 1_000, movements: 20_000 }
const DATABASE = 'bench_payments'

/** Whole attempts per second, ours beside the same rows written by bare pg in one transaction. */
export async function benchPayments(): Promise<Report> {
  const cluster = await startEmbedded(BENCH_DATA, PRIMARY)
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-bench-'))
  const open: { stop(): Promise<void> }[] = [cluster]
  try {
    const { url } = await freshCopyOf(cluster, await datasetOf(cluster, DATASET), DATABASE)
    await loadKeys(join(folder, 'keys'))
    const alone = await compare(url, folder)
    open.unshift(await startReplica(cluster))
    await withClient(url, (client) =>
      client.query(`alter database ${DATABASE} set synchronous_commit = on`),
    )
    const replicated = await compare(url, folder)
    const figures = ({ ours, bare, commits }: typeof alone, where: string) => [
      atLeast(`attempts/s, ours to bare pg, ${where}`, 0.4, ratio(ours.perSecond, bare.perSecond)),
      known(`attempts/s, ours, ${where}`, rates(ours.perSecond)),
      known(`attempts/s, bare pg, ${where}`, rates(bare.perSecond)),
      known(`one commit, ${where}`, medians(commits)),
    ]
    return {
      name: 'payments',
      title: 'Payments: whole attempts',
      lines: [
        atMost(
          'write transactions of an attempt',
          3,
          Math.round(median(alone.ours.transactions)),
          String,
        ),
        ...figures(alone, 'one machine'),
        ...figures(replicated, 'synchronous replica 2 ms away'),
      ],
      how: [
        'An attempt of ours: `getGEOPayAccessToken` and `processGEOPayResponse` through the whole server (HTTP without a socket, session, idempotency, checks); the attempt ends PAID, with debt, points and notification. The gateway answers at once in the same process, and the signature of the return is verified; signing requests and HTTP to the gateway are not measured.',
        'Bare pg: the same rows (attempt, debt, ledger with its hash, notification, message, both idempotent requests) in one transaction, with statements prepared by name, without reading anything but the account of points.',
        `${ROUNDS} rounds of ${ATTEMPTS} attempts each, in turn, ${CONCURRENT} at a time, pools of ${POOL}, one PostgreSQL, one process; the ratio is of the same round, and the median is reported (in brackets the extremes).`,
        'The replica is a second PostgreSQL on this machine, which shares its processors and its disk. Its connection to the primary passes through a proxy that holds everything for 1 ms each way; a commit returns when the replica has written it to its disk.',
        'A write transaction is one that PostgreSQL gave an id: it wrote or locked something.',
      ],
    }
  } finally {
    for (const one of open) await one.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(url: string, dataDir: string) {
  const keysDir = join(dataDir, 'keys')
  const ourPayer = await startInProcessPayments(url, { keysDir, dataDir, pool: POOL })
  const barePayer = startBarePayments(url, POOL)
  try {
    return await withClient(url, async (client) => {
      const stretch = async (payer: Payer) => {
        const orders = await addOrders(client, { keysDir, count: ATTEMPTS })
        const before = await transactionsOf(client)
        const { perSecond } = await payAll(payer, orders)
        return { perSecond, transactions: ((await transactionsOf(client)) - before) / ATTEMPTS }
      }
      // The first stretch of each compiles its code and prepares its statements.
      await stretch(ourPayer)
      await stretch(barePayer)
      const measured = await rounds(ROUNDS, {
        ours: () => stretch(ourPayer),
        bare: () => stretch(barePayer),
      })
      return { ...measured, commits: await commitsOf(client) }
    })
  } finally {
    await ourPayer.close()
    await barePayer.close()
  }
}

/** How many transactions of the cluster got an id. */
async function transactionsOf(client: Client): Promise<number> {
  const next = 'select pg_snapshot_xmax(pg_current_snapshot())::text::int as id'
  return (await client.query<{ id: number }>(next)).rows[0]?.id ?? Number.NaN
}

/** How long single commits take, in milliseconds. */
async function commitsOf(client: Client): Promise<number[]> {
  const durations: number[] = []
  for (let count = 0; count < COMMITS; count++) {
    const began = performance.now()
    await client.query(`select pg_logical_emit_message(true, 'bench', '')`)
    durations.push(performance.now() - began)
  }
  return durations
}

async function payAll(payer: Payer, orders: PaymentOrder[]): Promise<{ perSecond: number }> {
  const waiting = [...orders]
  const began = performance.now()
  await Promise.all(
    Array.from({ length: CONCURRENT }, async () => {
      for (let order = waiting.pop(); order; order = waiting.pop()) await payer.pay(order)
    }),
  )
  return { perSecond: orders.length / ((performance.now() - began) / 1000) }
}
