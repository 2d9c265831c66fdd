import pLimit from 'p-limit'
import { getPayments } from '#contract/payments/getPayments.ts'
import { shownState } from '#lab/evidence/checker.ts'
import { checkRun } from '#lab/evidence/checkRun.ts'
import { createForger } from '#lab/evidence/forger.ts'
import { History } from '#lab/evidence/history.ts'
import { readAttempts, type ServerRecord } from '#lab/evidence/readState.ts'
import { planAttempts } from '#lab/payments/planAttempts.ts'
import { recentPeriod, runAttempt } from '#lab/payments/runAttempt.ts'
import { awaitOutcomes } from '#lab/processes/awaitOutcomes.ts'
import { type Client, untilAnswered } from '#lab/processes/client.ts'
import { planFaults } from '#lab/processes/faults.ts'
import { startFaultyProxy } from '#lab/processes/faultyProxy.ts'
import { signInAll } from '#lab/processes/journeys.ts'
import { killAtAcknowledgement } from '#lab/processes/killAtAcknowledgement.ts'
import { programsAt } from '#lab/processes/paymentPrograms.ts'
import { signInOperator } from '#lab/processes/refunds.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import { type ProcessName, startKillableStack } from '#testing/harness/killableStack.ts'
import type { RunContext } from '#testing/harness/runWithPostgres.ts'
import { sandboxPayments } from '#testing/harness/sandboxControl.ts'

export type RunResult = Awaited<ReturnType<typeof runFaults>>

/** Attempts under way at the same time. */
const CONCURRENCY = 24

/** How long our servers wait for the gateway. */
export const GATEWAY_TIMEOUT_MS = 3_000
/** Delays of the sandbox's test cards, shorter than by default because a run has many attempts. */
export const SANDBOX_DELAYS = {
  SANDBOX_SLOW_MS: '1200',
  SANDBOX_ISSUER_DOWN_MS: '3000',
  SANDBOX_VOID_MS: '1500',
  SANDBOX_WEBHOOK_MS: '120',
}

/** The mutation of these runs: an answer is sent before its change is on the disk. A change is lost by P10. */
export const NO_SYNCHRONOUS_COMMIT = {
  name: 'no-synchronous-commit',
  expects: 'P10',
  attempts: 60,
  /** The connections after the first kill have the setting. */
  schemaChange: `do $$ begin
    execute format('alter database %I set synchronous_commit = off', current_database()); end $$`,
  /** The attempts at whose beginning PostgreSQL is killed. */
  kills: [5, 15, 25, 35, 45, 55],
  /** P10 has no time limit. */
  settleTimeoutMs: 5_000,
} as const

/** Runs the workload on a stack of its own and checks the history. */
export async function runFaults(
  given: { attempts: number; seed: number; mutation?: typeof NO_SYNCHRONOUS_COMMIT },
  run: RunContext,
) {
  const { attempts, seed, mutation } = given
  const plans = planAttempts(seed, attempts)
  const plannedFaults = mutation
    ? new Map<number, ProcessName>(mutation.kills.map((at) => [at, 'postgres']))
    : planFaults(seed, attempts)
  const history = new History()
  const proxy = await startFaultyProxy(seed, GATEWAY_TIMEOUT_MS)
  const stack = await startKillableStack(run, {
    name: mutation?.name ?? 'unchanged',
    population: { seed, debtCount: Math.max(...plans.map(({ debt }) => debt)) },
    sandboxEnv: SANDBOX_DELAYS,
    serverEnv: {
      GEOPAY_URL: proxy.url,
      GEOPAY_TIMEOUT: String(GATEWAY_TIMEOUT_MS),
    },
    onCrash: (program, exit, lastOutput) =>
      history.violations.X1.push({ program, exit, lastOutput }),
  })
  try {
    const { servers, sandbox, databaseUrl, debts } = stack
    proxy.target = sandbox
    if (mutation) await queryRows(databaseUrl, mutation.schemaChange)
    const network = { servers, policyOf: untilAnswered, history }
    const drivers = await signInAll(network, stack.payers)
    const clients = new Map(drivers.map(({ personId, session }) => [personId, session]))
    run.progress('ingreso de las personas')
    const forger = await createForger(stack.keysDir)
    const context = {
      ...programsAt({ servers, sandbox }),
      debts,
      clients,
      forger,
      history,
      genuineReturns: [],
    }
    let ended = 0
    const faults: ProcessName[] = []
    const oneAtATime = pLimit(1)
    const injectFault = async (attempt: number) => {
      const target = plannedFaults.get(attempt)
      if (!target) return
      faults.push(target)
      run.note(`${target}, con ${ended} intentos terminados`)
      const driver = drivers[faults.length % drivers.length]
      if (target === 'postgres' && driver)
        await oneAtATime(async () => {
          await stack.allServing()
          await killAtAcknowledgement(stack, driver.session, history, attempt)
        })
      else stack.processes[target].kill('SIGKILL')
    }
    const refund = await signInOperator(network, databaseUrl, attempts)
    const started = performance.now()
    await pLimit(CONCURRENCY).map(plans, async (plan) => {
      await injectFault(plan.number)
      await runAttempt(plan, context)
      await refund(plan.number)
      ended += 1
      run.progress(`${ended} intentos de ${attempts} terminados`)
    })
    const seconds = (performance.now() - started) / 1000
    await injectFault(attempts + 1)
    await stack.allServing()
    proxy.stopFaults()
    const unsettled = await awaitOutcomes(stack, history, run, mutation?.settleTimeoutMs)
    history.violations.P11.push(...(await wrongLists(clients.values(), databaseUrl)))
    return {
      ...(await checkRun(databaseUrl, await sandboxPayments(sandbox), history, attempts)),
      plans,
      faults,
      proxyFaults: proxy.injected,
      history,
      /** Duration of the attempts. */
      seconds,
      /** Payments that were still pending when the time for them was over. */
      unsettled,
    }
  } finally {
    await stack.close()
    await proxy.close()
  }
}

/** P11: the people whose `getPayments` differs from the rows of the database. */
async function wrongLists(clients: Iterable<Client>, databaseUrl: string): Promise<object[]> {
  let wrong: [client: Client, difference: object][] = Array.from(clients, (client) => [client, {}])
  // A state may change between the two reads; a real difference persists.
  for (let reading = 0; reading < 3; reading++) {
    const rows = await readAttempts(databaseUrl)
    const different: typeof wrong = []
    for (const [client] of wrong) {
      const { personId } = client
      const stored = rows.filter((row) => row.personId === personId && row.listed).map(storedLine)
      const answer = await client.call(getPayments, {
        accessToken: '',
        ...recentPeriod(new Date()),
      })
      const listed = answer?.fields.payments.map(lineOf)
      if (listed?.toSorted().join() !== stored.toSorted().join())
        different.push([client, { personId, listed, stored }])
    }
    wrong = different
  }
  return wrong.map(([, difference]) => difference)
}

const lineOf = (row: {
  reference: string
  amount: number
  state: string
  refundedAmount?: number | undefined
}) => `${row.reference} ${row.amount} ${row.state} ${row.refundedAmount ?? 0}`
const storedLine = (row: ServerRecord) => lineOf({ ...row, state: shownState(row.state) })
