import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '#db/demo/seededRandom.ts'
import { checkRun } from '#lab/evidence/checkRun.ts'
import { History } from '#lab/evidence/history.ts'
import { awaitOutcomes } from '#lab/processes/awaitOutcomes.ts'
import { asTheApp, type Network } from '#lab/processes/client.ts'
import { runAtFixedRate } from '#lab/processes/fixedRate.ts'
import {
  createLoad,
  expectedMessages,
  expectedPayments,
  signInAll,
} from '#lab/processes/journeys.ts'
import { awaitMails } from '#lab/processes/mailChecks.ts'
import { QUIET_FROM, restartBySchedule, untilReady } from '#lab/processes/restarts.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import { startKillableStack } from '#testing/harness/killableStack.ts'
import type { RunContext } from '#testing/harness/runWithPostgres.ts'
import { sandboxPayments } from '#testing/harness/sandboxControl.ts'
import { startTestSmtpServer } from '#testing/harness/testSmtpServer.ts'

/** Drivers that are signed in from the start: each one's messages are limited by the hour. */
const MIN_DRIVERS = 40
const MESSAGES_PER_DRIVER = 4
/** More than a few seconds without an answer at the highest rate that the machine serves. */
const MAX_UNDER_WAY = 5_000

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
  const history = new History()
  const smtp = await startTestSmtpServer()
  const senders = Math.ceil(expectedMessages(arrivals) / MESSAGES_PER_DRIVER)
  const drivers = Math.max(MIN_DRIVERS, senders)
  const stack = await startKillableStack(run, {
    name: 'load',
    population: { seed, debtCount: expectedPayments(arrivals), drivers },
    serverEnv: { SMTP_URL: smtp.url },
    onCrash: (program, exit, lastOutput) =>
      history.violations.X1.push({ program, exit, lastOutput }),
  })
  const { servers, sandbox, databaseUrl, processes } = stack
  const measured = [processes['server 0'], processes['server 1']]
  try {
    const network: Network = { servers, policyOf: asTheApp, history: new History() }
    const signedIn = await signInAll(network, stack.payers)
    const load = createLoad({ network, sandbox, drivers: signedIn, debts: [...stack.debts] })
    run.progress('ingreso de las personas')
    network.history = history
    const quietFrom = performance.now() + QUIET_FROM * seconds * 1000
    let ended = 0
    const arrive = async (index: number, dueAt: number) => {
      await load.arrive(index, dueAt, createRandom(seed, 'arrival', index))
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
    const mails = await awaitMails(databaseUrl, smtp.received, load.acknowledged, run)
    await awaitOutcomes(stack, history, run)
    const { results } = await checkRun(databaseUrl, await sandboxPayments(sandbox), history)
    return {
      minutes,
      history,
      /** Connections to the database after the run. */
      connections,
      /** Megabytes of each server's resident memory when the undisturbed end of the run begins, and after it. */
      memory,
      mails,
      results,
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
