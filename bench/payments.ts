import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBarePayments } from '#bench/barePayments.ts'
import { BENCH_DATA, datasetOf, freshCopyOf } from '#bench/datasets.ts'
import { type Payer, startInProcessPayments } from '#bench/inProcessPayments.ts'
import { addOrders, type PaymentOrder } from '#bench/paymentOrders.ts'
import { atLeast, known, type Report } from '#bench/report.ts'
import { rates, ratio, rounds } from '#bench/rounds.ts'
import { withClient } from '#db/core/withClient.ts'
import { startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { loadKeys } from '#sandbox/keys.ts'

const ROUNDS = 5
const ATTEMPTS = 800
/** Payments at a time, and database connections, of each contestant. */
const CONCURRENT = 24
const POOL = 6
const DATASET = { drivers: 1_000, movements: 20_000 }
const DATABASE = 'bench_payments'

/** Whole attempts per second, ours beside the same rows written by bare pg in one transaction. */
export async function benchPayments(): Promise<Report> {
  const cluster = await startEmbedded(BENCH_DATA)
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-bench-'))
  const open: Payer[] = []
  try {
    const { url } = await freshCopyOf(cluster, await datasetOf(cluster, DATASET), DATABASE)
    const keysDir = join(folder, 'keys')
    await loadKeys(keysDir)
    const ourPayer = await startInProcessPayments(url, { keysDir, dataDir: folder, pool: POOL })
    const barePayer = startBarePayments(url, POOL)
    open.push(ourPayer, barePayer)
    return await withClient(url, async (client) => {
      const stretch = async (payer: Payer) =>
        await payAll(payer, await addOrders(client, { keysDir, count: ATTEMPTS }))
      // The first stretch of each compiles its code and prepares its statements.
      await stretch(ourPayer)
      await stretch(barePayer)
      const { ours, bare } = await rounds(ROUNDS, {
        ours: () => stretch(ourPayer),
        bare: () => stretch(barePayer),
      })
      return {
        name: 'payments',
        title: 'Payments: whole attempts',
        lines: [
          atLeast('attempts/s, ours to bare pg', 0.5, ratio(ours.perSecond, bare.perSecond)),
          known('attempts/s, ours', rates(ours.perSecond)),
          known('attempts/s, bare pg', rates(bare.perSecond)),
        ],
        how: [
          'An attempt of ours: `getGEOPayAccessToken` and `processGEOPayResponse` through the whole server (HTTP without a socket, session, idempotency, checks); the attempt ends PAID, with debt, points and notification. The gateway answers at once in the same process, and the signature of the return is verified; signing requests and HTTP to the gateway are not measured.',
          'Bare pg: the same rows (attempt, debt, ledger with its hash, notification, message, both idempotent requests) in one transaction, with statements prepared by name, without reading anything but the account of points.',
          `${ROUNDS} rounds of ${ATTEMPTS} attempts each, in turn, ${CONCURRENT} at a time, pools of ${POOL}, one PostgreSQL, one process; the ratio is of the same round, and the median is reported (in brackets the extremes).`,
        ],
      }
    })
  } finally {
    for (const payer of open) await payer.close()
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
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
