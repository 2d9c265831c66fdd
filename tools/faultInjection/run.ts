import { setTimeout as sleep } from 'node:timers/promises'
import { getPayments } from '#contract/payments/getPayments.ts'
import { login } from '#contract/user/login.ts'
import { PASSWORD, type Population } from '#testing/harness/population.ts'
import type { Cluster } from '#testing/harness/processes.ts'
import type { Watchdog } from '#testing/harness/runGuarded.ts'
import {
  type CheckResult,
  checkHistory,
  pendingAtGateway,
  withoutOutcome,
} from '#tools/faultInjection/checker.ts'
import { createRetryingClient, type RetryingClient } from '#tools/faultInjection/client.ts'
import { createEnvironment, type Environment } from '#tools/faultInjection/environment.ts'
import { createFaultInjector } from '#tools/faultInjection/faults.ts'
import { createForger } from '#tools/faultInjection/forger.ts'
import { HistoryRecorder } from '#tools/faultInjection/history.ts'
import type { Mutation } from '#tools/faultInjection/mutations.ts'
import {
  checkDatabase,
  readAttempts,
  readState,
  type SystemState,
} from '#tools/faultInjection/readState.ts'
import { type AttemptContext, recentPeriod, runAttempt } from '#tools/faultInjection/runAttempt.ts'
import {
  type PlannedAttempt,
  type PlannedFault,
  planAttempts,
  planFaults,
} from '#tools/faultInjection/workload.ts'

export interface RunOptions {
  name: string
  attempts: number
  seed: number
  folder: string
  cluster: Cluster
  mutation: Mutation | null
  /** Ends the run when it makes no progress. */
  watchdog: Watchdog
  /** Called whenever an attempt has ended. */
  onProgress: () => void
}
export interface RunResult {
  results: CheckResult[]
  plans: PlannedAttempt[]
  faults: readonly PlannedFault[]
  proxyFaults: ReadonlyMap<string, number>
  history: HistoryRecorder
  state: SystemState
  /** Duration of the attempts. */
  seconds: number
  /** From the last fault, with every process serving, until no payment was pending; null: timeout. */
  settleSeconds: number | null
}

/** Attempts under way at the same time. */
const CONCURRENCY = 24
/** P3: after this long without faults no payment is pending. */
const SETTLE_TIMEOUT_MS = 60_000

/** Runs the workload in an environment of its own and checks the history. */
export async function runFaultInjection(options: RunOptions): Promise<RunResult> {
  const { name, attempts, seed, folder, cluster, mutation, watchdog, onProgress } = options
  const adapt = mutation?.adaptPlan ?? ((plan: PlannedAttempt) => plan)
  const plans = planAttempts(seed, attempts).map(adapt)
  const history = new HistoryRecorder()
  const onCrash = (program: string, exit: string, lastOutput: string) =>
    history.crashes.push({ program, exit, lastOutput })
  const debts = Math.max(...plans.map(({ debt }) => debt))
  const environment = await createEnvironment({
    name,
    folder,
    seed,
    cluster,
    debts,
    mutation,
    watchdog,
    onCrash,
  })
  try {
    const clients = await logIn(environment.population, environment, history, watchdog)
    const context: AttemptContext = {
      servers: environment.servers,
      sandbox: environment.sandbox,
      debts: environment.population.debts,
      clients,
      forger: await createForger(environment.keysDir),
      history,
      genuineReturns: [],
    }
    let ended = 0
    // A mutated server violates invariants without further faults.
    const faults = createFaultInjector(mutation ? [] : planFaults(seed, attempts), {
      ...environment,
      kill(target) {
        watchdog.note(`${target}, con ${ended} intentos terminados`)
        environment.kill(target)
      },
    })
    const started = performance.now()
    await runConcurrently(plans, async (plan) => {
      faults.beforeAttempt(plan.number)
      await runAttempt(plan, context)
      ended += 1
      watchdog.progress(`${name}: ${ended} intentos de ${attempts} terminados`)
      onProgress()
    })
    const seconds = (performance.now() - started) / 1000
    watchdog.progress(`${name}: todos los intentos terminados`)
    await faults.injectRemaining()
    environment.proxy.stopFaults()
    const timeoutMs = mutation?.settleTimeoutMs ?? SETTLE_TIMEOUT_MS
    const settleSeconds = await waitUntilSettled(environment, history, timeoutMs, watchdog)
    const state = await readState(environment.sandbox, environment.databaseUrl)
    const database = await checkDatabase(environment.databaseUrl)
    watchdog.progress(`${name}: la base comprobada`)
    const wrongLists = await compareLists(clients, environment, watchdog)
    return {
      results: checkHistory({ attempts, state, database, history, wrongLists }),
      plans,
      faults: faults.injected,
      proxyFaults: environment.proxy.injected,
      history,
      state,
      seconds,
      settleSeconds,
    }
  } finally {
    await environment.close()
  }
}

/** Logs every person in once; the clients by person id. */
async function logIn(
  { payers }: Population,
  { servers }: Environment,
  history: HistoryRecorder,
  watchdog: Watchdog,
): Promise<Map<string, RetryingClient>> {
  const clients = new Map<string, RetryingClient>()
  for (const { personId, email } of payers) {
    const anonymous = createRetryingClient({ personId, token: '' }, servers, history)
    const fields = { user: email, password: PASSWORD }
    const options = { server: 0, identity: 'login', attempt: 0 } as const
    const answer = await anonymous.call(login, fields, options)
    if (!answer?.ok) throw new Error(`${email} no pudo ingresar`)
    const token = answer.fields.user.userSessionToken
    clients.set(personId, createRetryingClient({ personId, token }, servers, history))
    watchdog.progress(`ingreso de ${email}`)
  }
  return clients
}

/** Starts the plans in order, at most CONCURRENCY at a time. */
async function runConcurrently(
  plans: readonly PlannedAttempt[],
  run: (plan: PlannedAttempt) => Promise<void>,
): Promise<void> {
  const remaining = plans[Symbol.iterator]()
  const worker = async () => {
    for (const plan of remaining) await run(plan)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

/** Waits until neither side has a pending payment; the seconds that took, or null on timeout. */
async function waitUntilSettled(
  environment: Environment,
  history: HistoryRecorder,
  timeoutMs: number,
  watchdog: Watchdog,
): Promise<number | null> {
  const started = performance.now()
  for (;;) {
    const state = await readState(environment.sandbox, environment.databaseUrl)
    const pending =
      pendingAtGateway(state.gateway).length + withoutOutcome(state, history.issuedTokens).length
    const elapsed = performance.now() - started
    watchdog.progress(`${pending} pagos pendientes de resultado`)
    if (pending === 0) return elapsed / 1000
    if (elapsed > timeoutMs) return null
    await sleep(500)
  }
}

/** P11: compares each person's `getPayments` with the rows of the database. */
async function compareLists(
  clients: ReadonlyMap<string, RetryingClient>,
  environment: Environment,
  watchdog: Watchdog,
): Promise<object[]> {
  const wrong: object[] = []
  for (const client of clients.values()) {
    let difference = await compareList(client, environment)
    // A page may expire between the two reads; a real difference persists.
    for (let retries = 0; difference && retries < 2; retries += 1)
      difference = await compareList(client, environment)
    if (difference) wrong.push(difference)
    watchdog.progress('comparación de los pagos de una persona')
  }
  return wrong
}

async function compareList(
  client: RetryingClient,
  { databaseUrl }: Environment,
): Promise<object | null> {
  const stored = (await readAttempts(databaseUrl, client.personId))
    .filter(({ listed }) => listed)
    .map((row) => lineOf({ ...row, state: row.state === 'CREATED' ? 'PENDING' : row.state }))
    .toSorted()
  const fields = { accessToken: '', ...recentPeriod() }
  const options = { server: 0, identity: 'list', attempt: 0 } as const
  const answer = await client.call(getPayments, fields, options)
  const listed = answer?.ok ? answer.fields.payments.map(lineOf).toSorted() : null
  return listed?.join() === stored.join() ? null : { personId: client.personId, listed, stored }
}

const lineOf = (row: { reference: string; amount: number; state: string }) =>
  `${row.reference} ${row.amount} ${row.state}`
