import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { connectDb } from '#db/core/connection.ts'
import { withClient } from '#db/core/withClient.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { asNonRoot } from '#db/postgres/embeddedPostgres.ts'
import { prepareDatabase } from '#db/prepareDatabase.ts'
import { seedDemo } from '#db/seed.ts'
import { insertDebts, payDebt, startPaymentLoad } from '#testing/crashes/paymentLoad.ts'
import { runGuarded } from '#testing/harness/runWithPostgres.ts'
import { loopbackAddresses, MACHINES, type Restore } from '#tools/cluster/clusterFiles.ts'
import { createLogins } from '#tools/cluster/createLogins.ts'
import { startMachines } from '#tools/cluster/startMachines.ts'

const DEBTS = 20_000
/** Payments between two steps of the drill. */
const PAYMENTS = 50
/** Payments that may be under way beside those that were acknowledged. */
const UNDER_WAY = 3
const POLL_MS = 50
const SECRET = 'the secret of the restore drill, 32 characters'
/** From which the addresses of the clusters are made, one after the other. */
const PORT = 3960
const BACKUP_SCRIPT = join(import.meta.dirname, '..', '..', 'deploy', 'cluster', 'backup.sh')

type Machines = ReturnType<typeof startMachines>
/** Ends what the drill has started, also when it fails. */
const cleanUps: (() => Promise<unknown>)[] = []

/**
 * `npm run restore-drill`: a cluster under a load of payments is backed up from a replica by
 * `deploy/cluster/backup.sh` and lost. Two new clusters are made from the backup: one up to a point in
 * time, one up to the end of the log. Each is checked for the acknowledged payments and the invariants,
 * and takes a payment. Exits with 0 when all of it holds.
 */
async function drill(progress: (step: string) => void): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-restore-drill-'))
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
  // Started as root, PostgreSQL may run as an unprivileged user, who has to traverse the folder.
  await chmod(folder, 0o711)
  const report = (text: string) => {
    progress(text)
    process.stdout.write(`${text}\n`)
  }
  const { backup, until, point, received } = await loseCluster(folder, report)
  const [base = ''] = (await readdir(backup)).filter((name) => name.startsWith('base-'))
  const from = join(backup, base)
  const atPoint = await restore(join(folder, 'point'), 1, { from, until }, report)
  const atEnd = await restore(join(folder, 'end'), 2, { from, until: '' }, report)
  const pointHolds =
    holds(`hasta ${until}`, atPoint, point, report) &&
    atPoint.paid.length <= point.length + UNDER_WAY
  const endHolds = holds('hasta el final del registro', atEnd, received, report)
  return pointHolds && endHolds
}

/** Backs a cluster up while payments are written, and stops it. */
async function loseCluster(folder: string, report: (text: string) => void) {
  const home = join(folder, 'lost')
  const machines = await start(home, 0)
  const urls = (await createLogins(machines.superuserUrl))('a')
  await prepareDatabase({ ...urls, production: false })
  const demo = { now: new Date(), secret: SECRET, seed: 1, drivers: 8, movements: 300 }
  await seedDemo(urls.ownerUrl, demo)
  const script = await backupScript(machines, home)
  const log = script('log')
  cleanUps.push(async () => log.kill('SIGKILL'))
  const connection = await connectDb(urls.databaseUrl, 4, SECRET)
  return await withClient(urls.ownerUrl, async (owner) => {
    await insertDebts(owner, DEBTS)
    const { rows } = await owner.query<{ personId: string; programme: string }>(
      `select id as "personId", (select min(code) from programme) as programme from person
       where email = 'fede@demo.surtidor.uy'`,
    )
    const debts = Array.from({ length: DEBTS }, (_, index) => `LOAD-${index + 1}`)
    const load = startPaymentLoad(connection.db, debts, rows[0] ?? { personId: '', programme: '' })
    const morePayments = async () => {
      const { length } = load.paid
      while (load.paid.length < length + PAYMENTS) await sleep(POLL_MS)
      return [...load.paid]
    }
    await morePayments()
    await ended(script('base'))
    report(`copia de base tomada de una réplica, con ${load.paid.length} pagos confirmados`)
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
    report(`registro recibido hasta ${received.length} de ${load.paid.length} pagos confirmados`)
    return { backup: machines.valuesOf('a').BACKUP ?? '', until, point, received }
  }).finally(() => machines.stop())
}

/** Makes a new cluster from the backup. @returns what it holds, after it took a payment of its own */
async function restore(
  home: string,
  place: number,
  backup: Restore,
  report: (text: string) => void,
) {
  const machines = await start(home, place, backup)
  const urls = (await createLogins(machines.superuserUrl))('a')
  const connection = await connectDb(urls.databaseUrl, 2, SECRET)
  try {
    const paid = await withClient(urls.ownerUrl, async (client) => {
      const { rows } = await client.query<{ reference: string }>(
        `select d.reference from debt d join payment_attempt a on a.debt_reference = d.reference
           and a.state = 'PAID' where d.state = 'PAID' and d.reference like 'LOAD-%' order by a.settled_at`,
      )
      return rows.map(({ reference }) => reference)
    })
    await payDebt(connection.db, `LOAD-${DEBTS}`)
    const violated = (await checkInvariants(connection.db)).map(({ code }) => code)
    report(`clúster nuevo desde la copia, con una réplica sincrónica: ${paid.length} pagos`)
    return { paid, violated }
  } finally {
    await connection.close()
    await machines.stop()
  }
}

/** Reports what a restored database holds. @returns whether it holds each acknowledged payment */
function holds(
  name: string,
  { paid, violated }: Awaited<ReturnType<typeof restore>>,
  acknowledged: readonly string[],
  report: (text: string) => void,
): boolean {
  const found = new Set(paid)
  const lost = acknowledged.filter((reference) => !found.has(reference))
  report(
    `${name}: último pago confirmado ${acknowledged.findLast((each) => found.has(each))}, ` +
      `${lost.length} de ${acknowledged.length} perdidos, invariantes rotas ${violated.join(', ') || 'ninguna'}`,
  )
  return lost.length === 0 && violated.length === 0
}

async function start(folder: string, place: number, restored?: Restore): Promise<Machines> {
  const addresses = loopbackAddresses(PORT + place)
  const machines = startMachines({
    addresses,
    folder,
    httpBind: `${addresses.a}:8080`,
    secret: SECRET,
    printLine: (line) => void process.stderr.write(`surtidor: ${line}\n`),
    ...(restored && { restore: restored }),
  })
  cleanUps.push(() => machines.stop())
  await machines.serving()
  return machines
}

/** Runs `backup.sh` of the first machine, as the user of its PostgreSQL. */
async function backupScript(machines: Machines, folder: string) {
  const as = await asNonRoot(folder)
  const env = { PATH: process.env.PATH, ...machines.valuesOf('a') }
  return (mode: 'log' | 'base') =>
    spawn(...as.command('sh', [BACKUP_SCRIPT, mode]), { ...as.options, env, stdio: 'inherit' })
}

/** @throws when the process ends with an error */
const ended = (child: ChildProcess) =>
  new Promise<void>((done, failed) =>
    child
      .once('error', failed)
      .once('exit', (code) => (code === 0 ? done() : failed(new Error(`backup.sh: ${code}`)))),
  )

const textOf = async (client: Client, query: string): Promise<string> =>
  (await client.query<{ text: string }>(query)).rows[0]?.text ?? ''

const passed = await runGuarded(
  ({ progress }) => drill(progress),
  async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  },
)
process.stdout.write(passed ? 'VERDE\n' : 'ROJA\n')
process.exit(passed ? 0 : 1)
