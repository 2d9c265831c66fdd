import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { connectDb } from '#db/core/connection.ts'
import { withClient } from '#db/core/withClient.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { asNonRoot } from '#db/postgres/embeddedPostgres.ts'
import { prepareDatabase } from '#db/prepareDatabase.ts'
import { payDebt, startPaymentLoad } from '#testing/crashes/paymentLoad.ts'
import { DEBT_PREFIX, debtReference, populate, SECRET } from '#testing/harness/population.ts'
import { type FolderContext, runInFolder } from '#testing/harness/runWithPostgres.ts'
import { loopbackAddresses, MACHINES, type Restore } from '#tools/cluster/clusterFiles.ts'
import { createLogins } from '#tools/cluster/createLogins.ts'
import { type Machines, startMachines } from '#tools/cluster/startMachines.ts'
import { startProgram } from '#tools/startProcess.ts'

const DEBTS = 20_000
/** Payments between two steps of the drill. */
const PAYMENTS = 50
/** Payments that may be under way beside those that were acknowledged. */
const UNDER_WAY = 3
const POLL_MS = 50
/** From which the addresses of the clusters are made, one after the other. */
const PORT = 3960
const BACKUP_SCRIPT = join(import.meta.dirname, '..', '..', 'deploy', 'cluster', 'backup.sh')

/**
 * `npm run restore-drill`: a cluster under a load of payments is backed up from a replica by
 * `deploy/cluster/backup.sh` and lost. Two new clusters are made from the backup: one up to a point in
 * time, one up to the end of the log. Each is checked for the acknowledged payments and the invariants,
 * and takes a payment. Exits with 0 when all of it holds.
 */
async function drill(run: FolderContext): Promise<boolean> {
  const { backup, until, point, received } = await loseCluster(run)
  const [base = ''] = (await readdir(backup)).filter((name) => name.startsWith('base-'))
  const from = join(backup, base)
  const atPoint = await restore(run, 'point', 1, { from, until })
  const atEnd = await restore(run, 'end', 2, { from, until: '' })
  const pointHolds =
    holds(run, `hasta ${until}`, atPoint, point) && atPoint.paid.length <= point.length + UNDER_WAY
  const endHolds = holds(run, 'hasta el final del registro', atEnd, received)
  return pointHolds && endHolds
}

function report({ progress }: FolderContext, text: string): void {
  progress(text)
  process.stdout.write(`${text}\n`)
}

/** Backs a cluster up while payments are written, and stops it. */
async function loseCluster(run: FolderContext) {
  const machines = await start(run, 'lost', 0)
  const urls = (await createLogins(machines.superuserUrl))('a')
  await prepareDatabase({ ...urls, production: false })
  const population = await populate(urls.ownerUrl, { seed: 1, debtCount: DEBTS, drivers: 8 })
  const script = await backupScript(run, machines)
  const log = script('log')
  run.atEnd(async () => log.kill('SIGKILL'))
  const connection = await connectDb(urls.databaseUrl, 4, SECRET)
  return await withClient(urls.ownerUrl, async (owner) => {
    const load = startPaymentLoad(connection.db, population)
    const morePayments = async () => {
      const { length } = load.paid
      while (load.paid.length < length + PAYMENTS) await sleep(POLL_MS)
      return [...load.paid]
    }
    await morePayments()
    const code = await script('base').ended
    if (code !== 0) throw new Error(`backup.sh: ${code}`)
    report(run, `copia de base tomada de una réplica, con ${load.paid.length} pagos confirmados`)
    const point = await morePayments()
    const until = await textOf(owner, 'select clock_timestamp()::text as text')
    await morePayments()
    const received = await morePayments()
    const written = await textOf(owner, 'select pg_current_wal_flush_lsn()::text as text')
    /** One of the replicas sends the log on. */
    const isReceived = async () => {
      const query = `select count(*)::text as text from pg_stat_replication
        where application_name = 'pg_receivewal' and flush_lsn >= '${written}'`
      const ofEach = MACHINES.map((name) =>
        withClient(machines.memberUrl(name), (member) => textOf(member, query)),
      )
      return (await Promise.all(ofEach)).includes('1')
    }
    while (!(await isReceived())) await sleep(POLL_MS)
    log.kill('SIGKILL')
    await morePayments()
    await load.stop()
    await connection.close()
    report(
      run,
      `registro recibido hasta ${received.length} de ${load.paid.length} pagos confirmados`,
    )
    return { backup: machines.valuesOf('a').BACKUP ?? '', until, point, received }
  }).finally(() => machines.stop())
}

/** Makes a new cluster from the backup. @returns what it holds, after it took a payment of its own */
async function restore(run: FolderContext, name: string, place: number, backup: Restore) {
  const machines = await start(run, name, place, backup)
  const urls = (await createLogins(machines.superuserUrl))('a')
  const connection = await connectDb(urls.databaseUrl, 2, SECRET)
  try {
    const paid = await withClient(urls.ownerUrl, async (client) => {
      const { rows } = await client.query<{ reference: string }>(
        `select d.reference from debt d join payment_attempt a on a.debt_reference = d.reference
           and a.state = 'PAID' where d.state = 'PAID' and d.reference like '${DEBT_PREFIX}%' order by a.settled_at`,
      )
      return rows.map(({ reference }) => reference)
    })
    await payDebt(connection.db, debtReference(DEBTS))
    const violated = (await checkInvariants(connection.db)).map(({ code }) => code)
    report(run, `clúster nuevo desde la copia, con una réplica sincrónica: ${paid.length} pagos`)
    return { paid, violated }
  } finally {
    await connection.close()
    await machines.stop()
  }
}

/** Reports what a restored database holds. @returns whether it holds each acknowledged payment */
function holds(
  run: FolderContext,
  name: string,
  { paid, violated }: Awaited<ReturnType<typeof restore>>,
  acknowledged: readonly string[],
): boolean {
  const found = new Set(paid)
  const lost = acknowledged.filter((reference) => !found.has(reference))
  report(
    run,
    `${name}: último pago confirmado ${acknowledged.findLast((each) => found.has(each))}, ` +
      `${lost.length} de ${acknowledged.length} perdidos, invariantes rotas ${violated.join(', ') || 'ninguna'}`,
  )
  return lost.length === 0 && violated.length === 0
}

async function start(run: FolderContext, name: string, place: number, restored?: Restore) {
  const addresses = loopbackAddresses(PORT + place)
  const machines = startMachines({
    addresses,
    folder: join(run.folder, name),
    httpBind: `${addresses.a}:8080`,
    secret: SECRET,
    printLine: (line) => void process.stderr.write(`surtidor: ${line}\n`),
    ...(restored && { restore: restored }),
  })
  run.atEnd(() => machines.stop())
  await machines.serving()
  return machines
}

/** Runs `backup.sh` of the first machine, as the user of its PostgreSQL. */
async function backupScript(run: FolderContext, machines: Machines) {
  const as = await asNonRoot(run.folder)
  const env = { PATH: process.env.PATH, ...machines.valuesOf('a') }
  const streams = { stdout: 'inherit', stderr: 'inherit' } as const
  return (mode: 'log' | 'base') =>
    startProgram(`backup.sh ${mode}`, as.command('sh', [BACKUP_SCRIPT, mode]).flat(), {
      ...as.options,
      ...streams,
      env,
    })
}

const textOf = async (client: Client, query: string): Promise<string> =>
  (await client.query<{ text: string }>(query)).rows[0]?.text ?? ''

await runInFolder({ name: 'restore-drill', keep: false }, drill)
