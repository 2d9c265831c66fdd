import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import {
  BENCH_DATA,
  BENCH_SECRET,
  type Dataset,
  datasetOf,
  freshCopyOf,
  headerOf,
  insertSessions,
} from '#bench/datasets.ts'
import { generateLoad, type LoadResult } from '#bench/loadGenerator.ts'
import { type MeasuredProcess, startOurServer } from '#bench/measuredProcess.ts'
import { atLeast, atMost, known, medians, type Report, seconds } from '#bench/report.ts'
import { pathOf } from '#contract/call.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { withClient, withoutTimeout } from '#db/core/withClient.ts'
import { type Embedded, startEmbedded } from '#db/postgres/embeddedPostgres.ts'
import { startProcess } from '#tools/startProcess.ts'

const ROWS = 1_000_000
const DATASET = { drivers: 10_000, movements: 50_000 }
const CALLS_PER_SECOND = 100
const QUIET_SECONDS = 20
const CONNECTIONS = 24

/** A file of a million debts: beside COPY of the same rows, and with drivers' calls meanwhile. */
export async function benchImport(): Promise<Report> {
  const cluster = await startEmbedded(BENCH_DATA)
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-bench-'))
  let server: MeasuredProcess | undefined
  try {
    const template = await datasetOf(cluster, DATASET)
    const alone = await freshCopyOf(cluster, template, 'bench_import')
    const file = join(folder, 'debts.csv')
    await withClient(withoutTimeout(alone.url), (client) =>
      pipeline(client.query(copyTo(FILE_SQL)), createWriteStream(file)),
    )
    const { took, peak } = await importProcess(alone, file)
    const copied = await copySameRows(cluster, alone, template, join(folder, 'rows'))
    const busy = await freshCopyOf(cluster, template, 'bench_import_busy')
    const bodies = await debtCalls(busy)
    server = await startOurServer(busy, { CALLS_PER_MINUTE: '1000000000', RECONCILE: 'off' })
    const { port } = server
    const drivers = (duration: number) =>
      generateLoad({
        port,
        path: `/api/${pathOf(getDebts)}`,
        bodies,
        connections: CONNECTIONS,
        seconds: duration,
        rate: CALLS_PER_SECOND,
      })
    await drivers(QUIET_SECONDS / 2)
    const quiet = await drivers(QUIET_SECONDS)
    // As long as the import alone took: longer with the drivers, so that all calls fall into it.
    const [meanwhile] = await Promise.all([drivers(took), importProcess(busy, file)])
    return report({ took, peak, copied, quiet, meanwhile })
  } finally {
    await server?.stop()
    await cluster.stop()
    await rm(folder, { recursive: true })
  }
}

/** The file: each driver in turn, with and without points. */
const FILE_SQL = `copy (
  with m as materialized (
    select p.document_number, l.code, row_number() over (order by l.code) as place
    from loyalty l join person p on p.id = l.person_id where l.ended_at is null)
  select 'B-' || n as referencia, document_number as documento, code as afiliado, 'E001' as estacion,
    'Nafta Super, cuenta del mes' as concepto, n as factura, '1234,50' as importe, 20 as puntos,
    '31/8/2026' as fecha, '30/9/2026' as vencimiento
  from generate_series(1, ${ROWS}) n
  join m on m.place = 1 + n % (select count(*) from m)
  order by n
) to stdout with (format csv, header true, delimiter ';')`

/** Runs `npm run import` on a file. @returns seconds, and the peak of its resident memory in megabytes */
async function importProcess({ url }: Dataset, file: string) {
  const began = performance.now()
  const { ended, output, child } = startProcess('tools/commands/import.ts', {
    args: ['debts', file],
    env: { ...process.env, DATABASE_URL: url, SECRET: BENCH_SECRET },
  })
  let peak = 0
  const watch = setInterval(() => {
    readFile(`/proc/${child.pid}/status`, 'utf8').then(
      (status) => (peak = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? peak)),
      () => {},
    )
  }, 100)
  const code = await ended
  clearInterval(watch)
  if (code !== 0) throw new Error(`the import failed: ${output()}`)
  return { took: (performance.now() - began) / 1000, peak: peak / 1024 }
}

/** Copies the imported rows into the same table of another database. @returns seconds */
async function copySameRows(cluster: Embedded, done: Dataset, template: Dataset, path: string) {
  const { url } = await freshCopyOf(cluster, template, 'bench_import_copy')
  await withClient(withoutTimeout(done.url), (client) =>
    pipeline(
      client.query(copyTo(`copy (select * from debt where reference like 'B-%') to stdout`)),
      createWriteStream(path),
    ),
  )
  return await withClient(withoutTimeout(url), async (client) => {
    const began = performance.now()
    await pipeline(createReadStream(path), client.query(copyFrom('copy debt from stdin')))
    return (performance.now() - began) / 1000
  })
}

/** Opens a session for each driver; returns the body of each driver's call. */
const debtCalls = ({ url }: Dataset) =>
  withClient(withoutTimeout(url), async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select distinct person_id as id from loyalty limit 1000',
    )
    const people = rows.map(({ id }) => id)
    await insertSessions(client, people)
    return people.map((id) => JSON.stringify({ requestHeader: headerOf(id) }))
  })

const report = (measured: {
  took: number
  peak: number
  copied: number
  quiet: LoadResult
  meanwhile: LoadResult
}): Report => {
  const { took, peak, copied, quiet, meanwhile } = measured
  return {
    name: 'import',
    title: 'Import: a file of a million debts',
    lines: [
      atLeast('rows/s, ours to COPY', 0.3, copied / took),
      known('import, and rows/s', `${seconds(took)}, ${Math.round(ROWS / took)}`),
      known('COPY of the same rows', seconds(copied)),
      known('peak resident memory of the import', `${Math.round(peak)} MB`),
      atMost("p99 of drivers' calls, to the quiet one", 3, meanwhile.p99 / quiet.p99),
      known('p50 and p99 while it is imported', medians([meanwhile.p50], [meanwhile.p99])),
      known('p50 and p99 when quiet', medians([quiet.p50], [quiet.p99])),
    ],
    how: [
      `Ours: \`npm run import -- debts\` on a CSV file of ${ROWS} rows, from the start of its process to its end, with every check, in one transaction.`,
      'COPY: the rows of `debt` that the import made, into the same table of a copy of the database, with its indexes and foreign keys; one client, nothing else. Each runs once.',
      `Drivers: ${CALLS_PER_SECOND} calls of \`getDebts\` per second, evenly spaced, during a second import of the same file, and for ${QUIET_SECONDS} s without it.`,
    ],
  }
}
