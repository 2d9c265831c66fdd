import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '#db/demo/seededRandom.ts'
import { History } from '#lab/evidence/history.ts'
import { readState } from '#lab/evidence/readState.ts'
import { asTheApp, type Network } from '#lab/processes/client.ts'
import { runAtFixedRate } from '#lab/processes/fixedRate.ts'
import {
  expectedMessages,
  expectedPayments,
  type LoadContext,
  signInAll,
  WEIGHTED_JOURNEYS,
} from '#lab/processes/journeys.ts'
import { compareMails } from '#lab/processes/mailChecks.ts'
import { QUIET_FROM, restartBySchedule, untilReady } from '#lab/processes/restarts.ts'
import { untilZero } from '#lab/processes/untilZero.ts'
import { checkAllInvariants, queryRows } from '#testing/harness/databaseChecks.ts'
import { startKillableStack } from '#testing/harness/killableStack.ts'
import type { RunContext } from '#testing/harness/runWithPostgres.ts'
import { startTestSmtpServer } from '#testing/harness/testSmtpServer.ts'

/** Drivers that are signed in from the start: each one's messages are limited by the hour. */
const MIN_DRIVERS = 40
const MESSAGES_PER_DRIVER = 4
/** More than a few seconds without an answer at the highest rate that the machine serves. */
const MAX_UNDER_WAY = 5_000
const PAYMENT_TIMEOUT_MS = 60_000
/** A job of a process that lost its database is tried again within a minute or two. */
const MAIL_TIMEOUT_MS = 180_000

export type LoadEvidence = Awaited<ReturnType<typeof runLoad>>

/**
 * Starts the stack, loads and restarts it, and checks what that leaves.
 * @param options.rate arrivals per second; each makes one to five calls
 */
export async function runLoad(
  { minutes, rate, seed }: { minutes: number; rate: number; seed: number },
  run: RunContext,
) {
  const seconds = minutes * 60
  const arrivals = rate * seconds
  const crashes: string[] = []
  const smtp = await startTestSmtpServer()
  const senders = Math.ceil(expectedMessages(arrivals) / MESSAGES_PER_DRIVER)
  const drivers = Math.max(MIN_DRIVERS, senders)
  const stack = await startKillableStack(run, {
    name: 'load',
    population: { seed, debtCount: expectedPayments(arrivals), drivers },
    serverEnv: { SMTP_URL: smtp.url },
    onCrash: (program, exit, lastOutput) => crashes.push(`${program} (${exit}) ${lastOutput}`),
  })
  const { servers, sandbox, databaseUrl, processes } = stack
  const measured = [processes['server 0'], processes['server 1']]
  try {
    const network: Network = { servers, policyOf: asTheApp, history: new History() }
    const context: LoadContext = {
      network,
      sandbox,
      drivers: await signInAll(network, stack.payers),
      debts: [...stack.debts],
      messages: 0,
      acknowledged: [],
    }
    run.progress('ingreso de las personas')
    const history = new History()
    network.history = history
    const quietFrom = performance.now() + QUIET_FROM * seconds * 1000
    let ended = 0
    const arrive = async (index: number, dueAt: number) => {
      const random = createRandom(seed, 'arrival', index)
      const driver = random.oneOf(context.drivers)
      await random.oneOf(WEIGHTED_JOURNEYS)({ index, due: { dueAt }, random, driver }, context)
      ended += 1
      run.progress(`${ended} llegadas de ${arrivals} terminadas`)
    }
    const readMemory = () =>
      Promise.all(measured.map((server) => residentMegabytes(server.current().child.pid)))
    const restartAndSettle = async () => {
      await restartBySchedule(stack, history, run, seconds)
      await sleep(Math.max(0, quietFrom - performance.now()))
      return await readMemory()
    }
    const [memoryBefore] = await Promise.all([
      restartAndSettle(),
      runAtFixedRate({ rate, seconds, maxUnderWay: MAX_UNDER_WAY, arrive }),
    ])
    const memory = { from: memoryBefore, to: await readMemory() }
    const connections = await countConnections(databaseUrl)
    await untilReady(servers)
    await untilZero(
      () => countPendingMails(databaseUrl),
      MAIL_TIMEOUT_MS,
      (pending) => run.progress(`${pending} correos por mandar`),
    )
    const queued = await queryRows<{ id: string }>(databaseUrl, 'select id from mail')
    const unpaid = await untilZero(
      () => countUnpaid(sandbox, databaseUrl),
      PAYMENT_TIMEOUT_MS,
      (left) => run.progress(`${left} cobros por llegar`),
    )
    const violations = await checkAllInvariants(databaseUrl)
    return {
      minutes,
      history,
      /** Connections to the database after the run. */
      connections,
      /** Megabytes of each server's resident memory when the undisturbed end of the run begins, and after it. */
      memory,
      mails: compareMails(
        queued.map(({ id }) => id),
        smtp.received,
        context.acknowledged,
      ),
      /** Payments that were charged, and are not paid here. */
      unpaid,
      violated: violations.filter(({ rows }) => rows.length > 0).map(({ code }) => code),
      /** Programs that ended by themselves. */
      crashes,
    }
  } finally {
    await stack.close()
    await smtp.close()
  }
}

/** The connections of others to the database. */
async function countConnections(databaseUrl: string): Promise<number> {
  const rows = await queryRows(
    databaseUrl,
    `select from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return rows.length
}

/** Reads Linux's /proc; NaN elsewhere. */
async function residentMegabytes(pid = 0): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** The mails that wait to be sent. */
export async function countPendingMails(databaseUrl: string): Promise<number> {
  const [row] = await queryRows<{ pending: number }>(
    databaseUrl,
    'select count(*)::int as pending from mail where sent_at is null and dead_at is null',
  )
  return row?.pending ?? 0
}

/** The charges of the gateway that are not paid here. */
async function countUnpaid(sandbox: string, databaseUrl: string): Promise<number> {
  const { gateway, server } = await readState(sandbox, databaseUrl)
  const paid = new Set(
    server.filter(({ state }) => state === 'PAID').map(({ accessToken }) => accessToken),
  )
  return gateway.filter(({ charged, token }) => charged && !paid.has(token)).length
}
