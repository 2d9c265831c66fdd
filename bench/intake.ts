import { deepStrictEqual } from 'node:assert/strict'
import type { Client } from 'pg'
import { BENCH_DATA, datasetOf, freshCopyOf } from '#bench/datasets.ts'
import { rates, ratio, rounds } from '#bench/interleavedRounds.ts'
import { type MeasuredProcess, startOurServer } from '#bench/measuredProcess.ts'
import { startBareSales } from '#bench/peers/bareSales.ts'
import { atLeast, known, type Report } from '#bench/report.ts'
import {
  addTills,
  BATCH,
  createSender,
  memberCodes,
  nextBatch,
  type SalesBatch,
} from '#bench/tills.ts'
import { withClient, withoutTimeout } from '#db/core/withClient.ts'
import { startEmbedded } from '#db/postgres/embeddedPostgres.ts'

const ROUNDS = 7
const BATCHES = 60
/** Batches at a time, each of another terminal, and database connections, of each contestant. */
const CONCURRENT = 6
const POOL = 6
const DATASET = { drivers: 10_000, movements: 50_000 }
const DATABASE = 'bench_intake'

/** Sales that one server process takes in, beside the same rows written by bare pg. */
export async function benchIntake(): Promise<Report> {
  const cluster = await startEmbedded(BENCH_DATA)
  let server: MeasuredProcess | undefined
  try {
    const dataset = await freshCopyOf(cluster, await datasetOf(cluster, DATASET), DATABASE)
    const { url } = dataset
    server = await startOurServer(dataset, {
      DATABASE_POOL: String(POOL),
      CALLS_PER_MINUTE: '1000000000',
      JOBS: 'off',
      RECONCILE: 'off',
    })
    const { port } = server
    const sender = createSender(port, CONCURRENT)
    const bare = startBareSales(url, POOL)
    return await withClient(withoutTimeout(url), async (client) => {
      const codes = await memberCodes(client)
      const [ourTills, bareTills] = [
        await addTills(client, CONCURRENT),
        await addTills(client, CONCURRENT),
      ]
      const sell = (tills: typeof ourTills) => (place: number) => {
        const till = tills[place % CONCURRENT]
        if (!till) throw new Error('no such till')
        return nextBatch(till, codes, port)
      }
      const stretch = async (
        batchAt: (place: number) => SalesBatch,
        take: (batch: SalesBatch) => Promise<void>,
      ) =>
        await takeAll(
          Array.from({ length: BATCHES }, (_, place) => batchAt(place)),
          take,
        )
      const [ourBatch, bareBatch] = [sell(ourTills), sell(bareTills)]
      deepStrictEqual(
        await rowsAdded(client, () => bare.report(bareBatch(0))),
        await rowsAdded(client, () => sender.send(ourBatch(0))),
      )
      // The first stretch of each compiles its code and prepares its statements.
      await stretch(ourBatch, sender.send)
      await stretch(bareBatch, bare.report)
      const measured = await rounds(ROUNDS, {
        ours: () => stretch(ourBatch, sender.send),
        bare: () => stretch(bareBatch, bare.report),
      })
      await sender.close()
      await bare.close()
      return report(measured.ours.perSecond, measured.bare.perSecond)
    })
  } finally {
    await server?.stop()
    await cluster.stop()
  }
}

/** Sends batches, `CONCURRENT` at a time. @returns the rate of their sales */
async function takeAll(batches: SalesBatch[], take: (batch: SalesBatch) => Promise<void>) {
  const waiting = batches.values()
  const began = performance.now()
  await Promise.all(
    Array.from({ length: CONCURRENT }, async () => {
      for (const batch of waiting) await take(batch)
    }),
  )
  return { perSecond: (batches.length * BATCH) / ((performance.now() - began) / 1000) }
}

/** By table, how many rows `work` added: both contestants have to write the same. */
async function rowsAdded(client: Client, work: () => Promise<void>) {
  const count = async () => {
    const { rows } = await client.query<{ name: string; count: number }>(
      `select relname as name, (xpath('/row/count/text()', query_to_xml(
           format('select count(*) from %I', relname), false, true, '')))[1]::text::int as count
         from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
    )
    return new Map(rows.map((row) => [row.name, row.count]))
  }
  const before = await count()
  await work()
  const after = [...(await count())].map(([name, rows]) => [name, rows - (before.get(name) ?? 0)])
  return Object.fromEntries(after.filter(([, added]) => added !== 0)) as Record<string, number>
}

const report = (ours: number[], bare: number[]): Report => ({
  name: 'intake',
  title: 'Intake: sales of a network of stations',
  lines: [
    atLeast('sales/s, ours to bare pg', 0.6, ratio(ours, bare)),
    known('sales/s, ours', rates(ours)),
    known('sales/s, bare pg', rates(bare)),
  ],
  how: [
    `Ours: batches of ${BATCH} sales of one line with their CFE, nine of ten of a member known by code, signed by their terminal, over HTTP to one process of \`server/main.ts\`, with all checks, evidence, answer per sale and idempotency.`,
    'Bare pg: the same rows (evidence, shifts, identities, sales, lines, movements, ledger with its hashes, balances, idempotent request) in one transaction per batch, one prepared statement per table; the rows that one batch adds to each table are compared first.',
    `${ROUNDS} rounds of ${BATCHES} batches each, in turn, ${CONCURRENT} terminals at a time, pools of ${POOL}, one PostgreSQL; the ratio is of the same round, and the median is reported (in brackets the extremes).`,
  ],
})
