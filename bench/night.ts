import { BENCH_DATA, callsOf, datasetOf, freshCopyOf } from '#bench/datasets.ts'
import { generateLoad } from '#bench/loadGenerator.ts'
import { type MeasuredProcess, startOurServer } from '#bench/measuredProcess.ts'
import { atMost, known, medians, type Report } from '#bench/report.ts'
import { median, ratio, rounds } from '#bench/rounds.ts'
import { addTills, BATCH, createSender, memberCodes, nextBatch } from '#bench/sales/tills.ts'
import { pathOf } from '#contract/call.ts'
import { movements } from '#contract/financial/movements.ts'
import { withClient, withoutTimeout } from '#db/core/withClient.ts'
import { startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { runAtFixedRate } from '#tools/faultInjection/fixedRate.ts'

const ROUNDS = 7
const SECONDS = 10
/** 200,000 sales in an hour: the tills send what they sold when the network is cheap or back. */
const SALES_PER_SECOND = 200_000 / 3600
const DRIVER_CALLS_PER_SECOND = 200
const TILLS = 88
const CONNECTIONS = 24
const DATASET = { drivers: 1_000, movements: 100_000 }
const DATABASE = 'bench_night'

/** Drivers' calls while a night's sales arrive, beside the same calls without them. */
export async function benchNight(): Promise<Report> {
  const cluster = await startEmbedded(BENCH_DATA)
  let server: MeasuredProcess | undefined
  try {
    const dataset = await freshCopyOf(cluster, await datasetOf(cluster, DATASET), DATABASE)
    const bodies = await callsOf(dataset)
    server = await startOurServer(dataset, { CALLS_PER_MINUTE: '1000000000', RECONCILE: 'off' })
    const { port } = server
    const sender = createSender(port, CONNECTIONS)
    const { codes, tills } = await withClient(withoutTimeout(dataset.url), async (client) => ({
      codes: await memberCodes(client),
      tills: await addTills(client, TILLS),
    }))
    const drivers = () =>
      generateLoad({
        port,
        path: `/api/${pathOf(movements)}`,
        bodies,
        connections: CONNECTIONS,
        seconds: SECONDS,
        rate: DRIVER_CALLS_PER_SECOND,
      })
    let sent = 0
    const night = async () => {
      const rate = SALES_PER_SECOND / BATCH
      const batches = Array.from({ length: Math.ceil(rate * SECONDS) }, () => {
        const till = tills[(sent += 1) % TILLS]
        if (!till) throw new Error('no such till')
        return nextBatch(till, codes, port)
      })
      const arrive = async (place: number) => {
        const batch = batches[place]
        if (batch) await sender.send(batch)
      }
      const [calls] = await Promise.all([
        drivers(),
        runAtFixedRate({ rate, seconds: SECONDS, maxUnderWay: TILLS, arrive }),
      ])
      return calls
    }
    await drivers()
    await night()
    const measured = await rounds(ROUNDS, { quiet: drivers, night })
    await sender.close()
    const { quiet, night: busy } = measured
    return {
      name: 'night',
      title: 'Night: drivers’ calls while sales arrive',
      lines: [
        atMost("p99 of drivers' calls, to the quiet one", 1.5, ratio(busy.p99, quiet.p99)),
        known('p50 and p99 while sales arrive', medians(busy.p50, busy.p99)),
        known('p50 and p99 when quiet', medians(quiet.p50, quiet.p99)),
        known("drivers' calls/s while sales arrive", median(busy.perSecond).toFixed(0)),
      ],
      how: [
        `A sample of a night's 200,000 sales that arrive within an hour: ${SALES_PER_SECOND.toFixed(1)} sales/s in signed batches of ${BATCH} of ${TILLS} terminals, one process of \`server/main.ts\`; ${ROUNDS} rounds of ${SECONDS} s, each beside ${SECONDS} s without sales, in turn; the ratio is of the same round, and the median is reported.`,
        `Drivers: ${DRIVER_CALLS_PER_SECOND} calls of \`movements\` per second, evenly spaced, of ${bodies.length} drivers in turn; the wait for a free connection counts as latency. The members that buy are those that call.`,
      ],
    }
  } finally {
    await server?.stop()
    await cluster.stop()
  }
}
