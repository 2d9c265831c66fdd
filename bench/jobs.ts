import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import { Client, Pool } from 'pg'
import { startCluster } from '#bench/datasets.ts'
import { installPeers } from '#bench/installPeers.ts'
import { known, type Report, type ReportRow, seconds, times } from '#bench/report.ts'
import { connectDb, type Db } from '#db/connection.ts'
import { connectJobQueue, type JobQueue } from '#db/jobs/queue.ts'
import { insertMail } from '#db/messaging/mailOutbox.ts'
import { migrateDb } from '#db/migrate.ts'
import { killJobProcess } from '#testing/harness/killedJobProcess.ts'

const DATABASE = 'jobs_bench'
const TRANSACTIONS = 1_500
const JOBS = 3_000
/** Transactions or jobs at a time. */
const CONCURRENCY = 4

/** The part of graphile-worker that the bench uses; the package is installed among the peers. */
interface GraphileWorker {
  Logger: new (factory: () => () => void) => object
  runMigrations: (options: object) => Promise<void>
  run: (options: object) => Promise<{ stop: () => Promise<void> }>
}

/** pg-boss as the server uses it, beside graphile-worker: adding jobs, running them, a killed process. */
export async function jobs(): Promise<Report> {
  await installPeers()
  const cluster = await startCluster()
  const owner = new Client({ connectionString: cluster.urlOf('postgres') })
  await owner.connect()
  await owner.query(`drop database if exists ${DATABASE} with (force)`)
  await owner.query(`create database ${DATABASE}`)
  const url = cluster.urlOf(DATABASE)
  try {
    await migrateDb(url)
    const lines = [...(await measurePgBoss(url)), ...(await measureGraphile(url))]
    return {
      name: 'jobs',
      title: 'Background jobs: pg-boss beside graphile-worker',
      lines,
      how: [
        `${TRANSACTIONS} transactions with an email of the outbox each, ${CONCURRENCY} at a time, alone and with the job that sends it; then ${JOBS} empty jobs, ${CONCURRENCY} at a time, one to each fetch, in one process.`,
        'pg-boss runs with the settings of the queue `mail`, as the role of the server. The tables of graphile-worker have row-level security without a policy for that role, which the bench switches off.',
        'The killed process had taken the job when SIGKILL ended it; the time is that until another process ran the job. graphile-worker is not measured in this: it runs such a job again after 4 hours, a constant in its code.',
      ],
    }
  } finally {
    await owner.query(`drop database if exists ${DATABASE} with (force)`)
    await owner.end()
    await cluster.stop()
  }
}

async function measurePgBoss(url: string): Promise<ReportRow[]> {
  const connection = await connectDb(url, 6)
  const { db } = connection
  const queue = await connectJobQueue(connection.pool, true, () => {})
  try {
    const alone = await perSecond(TRANSACTIONS, () => storeMail(db, async () => {}))
    const withJob = await perSecond(TRANSACTIONS, () =>
      storeMail(db, (tx, mail) => queue.add(tx, 'mail', { mail })),
    )
    await queue.boss.deleteAllJobs('mail')
    await queue.boss.insert(
      'mail',
      Array.from({ length: JOBS }, () => ({})),
    )
    const ran = await runAll(queue)
    await killJobProcess(url, await addOne(queue, db))
    const restarted = await timeToRun(queue)
    return [
      known('emails stored, alone', `${alone.toFixed(0)}/s`),
      known('emails stored with a job, pg-boss', `${withJob.toFixed(0)}/s`),
      known('the same as a ratio', times(withJob / alone)),
      known('jobs run, pg-boss', `${ran.toFixed(0)}/s`),
      known('job of a killed process run again, pg-boss', seconds(restarted)),
    ]
  } finally {
    await queue.close()
    await connection.close()
  }
}

async function measureGraphile(url: string): Promise<ReportRow[]> {
  const peers = createRequire(join(import.meta.dirname, 'peers', 'package.json'))
  const entry = pathToFileURL(peers.resolve('graphile-worker')).href
  const { Logger, run, runMigrations } = (await import(entry)) as GraphileWorker
  const pgPool = new Pool({ connectionString: url, max: 6 })
  const connection = await connectDb(url, 6)
  const { db } = connection
  try {
    await runMigrations({ pgPool })
    await pgPool.query('alter table graphile_worker._private_jobs disable row level security')
    await pgPool.query('alter table graphile_worker._private_tasks disable row level security')
    await pgPool.query('grant usage on schema graphile_worker to surtidor_app')
    await pgPool.query('grant all on all tables in schema graphile_worker to surtidor_app')
    await pgPool.query('grant all on all sequences in schema graphile_worker to surtidor_app')
    const add = sql`select graphile_worker.add_job('mail', '{}')`
    const withJob = await perSecond(TRANSACTIONS, () =>
      storeMail(db, async (tx) => void (await tx.execute(add))),
    )
    await pgPool.query('delete from graphile_worker._private_jobs')
    await pgPool.query(
      `select graphile_worker.add_job('mail', '{}') from generate_series(1, ${JOBS})`,
    )
    const ended = Promise.withResolvers<void>()
    let left = JOBS
    const started = performance.now()
    const runner = await run({
      pgPool,
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
      taskList: { mail: () => (left -= 1) === 0 && ended.resolve() },
    })
    await ended.promise
    const ran = (JOBS / (performance.now() - started)) * 1_000
    await runner.stop()
    return [
      known('emails stored with a job, graphile-worker', `${withJob.toFixed(0)}/s`),
      known('jobs run, graphile-worker', `${ran.toFixed(0)}/s`),
    ]
  } finally {
    await connection.close()
    await pgPool.end()
  }
}

/** Stores an email and runs `add`, in one transaction. */
async function storeMail(db: Db, add: (tx: Db, mail: string) => Promise<void>): Promise<void> {
  const id = randomUUID()
  await db.transaction(async (tx) => {
    const body = { recipient: 'a@x.uy', subject: 'Aviso', text: 'x', html: 'x', at: new Date() }
    await insertMail(tx, { id, event: id, ...body })
    await add(tx, id)
  })
}

/** Runs `work` so many times, `CONCURRENCY` at a time. @returns runs per second */
async function perSecond(count: number, work: () => Promise<void>): Promise<number> {
  let left = count
  const started = performance.now()
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (left-- > 0) await work()
    }),
  )
  return (count / (performance.now() - started)) * 1_000
}

/** Runs all jobs of the queue `mail`, as the server does. @returns jobs per second */
async function runAll({ boss }: JobQueue): Promise<number> {
  const ended = Promise.withResolvers<void>()
  let left = JOBS
  const started = performance.now()
  const worker = await boss.work(
    'mail',
    { localConcurrency: CONCURRENCY, pollingIntervalSeconds: 1, perJobResults: true },
    async (fetched) => {
      boss.notifyWorker(worker)
      left -= fetched.length
      if (left === 0) ended.resolve()
      return fetched.map(({ id }) => ({ id, status: 'completed' as const }))
    },
  )
  await ended.promise
  const rate = (JOBS / (performance.now() - started)) * 1_000
  await boss.offWork('mail', { wait: true })
  return rate
}

async function addOne(queue: JobQueue, db: Db) {
  await queue.add(db, 'mail', {})
  return 'mail' as const
}

/** Runs the queue `mail`. @returns seconds until its next job ran */
async function timeToRun({ boss }: JobQueue): Promise<number> {
  const ended = Promise.withResolvers<void>()
  const started = performance.now()
  await boss.work('mail', { pollingIntervalSeconds: 1 }, async () => ended.resolve())
  await ended.promise
  const time = (performance.now() - started) / 1_000
  await boss.offWork('mail', { wait: true })
  return time
}
