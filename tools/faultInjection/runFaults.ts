import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { getPayments } from '#contract/payments/getPayments.ts'
import { login } from '#contract/user/login.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import { type KillableStack, startKillableStack } from '#testing/harness/killableStack.ts'
import { PASSWORD, type Population, populate } from '#testing/harness/population.ts'
import type { Watchdog } from '#testing/harness/runGuarded.ts'
import type { RunContext } from '#testing/harness/runOnCluster.ts'
import { type AttemptContext, recentPeriod } from '#tools/faultInjection/attempt.ts'
import {
  type CheckResult,
  checkHistory,
  pendingAtGateway,
  withoutOutcome,
} from '#tools/faultInjection/checker.ts'
import { createRetryingClient, type RetryingClient } from '#tools/faultInjection/client.ts'
import { createFaultInjector } from '#tools/faultInjection/faults.ts'
import { type FaultyProxy, startFaultyProxy } from '#tools/faultInjection/faultyProxy.ts'
import { createForger } from '#tools/faultInjection/forger.ts'
import { HistoryRecorder } from '#tools/faultInjection/history.ts'
import type { Mutation } from '#tools/faultInjection/mutations.ts'
import {
  checkDatabase,
  readAttempts,
  readState,
  type SystemState,
} from '#tools/faultInjection/readState.ts'
import { runAttempt } from '#tools/faultInjection/runAttempt.ts'
import {
  type PlannedAttempt,
  type PlannedFault,
  planAttempts,
  planFaults,
} from '#tools/faultInjection/workload.ts'

export interface RunOptions {
  attempts: number
  seed: number
  mutation: Mutation | null
  /** Called with the number of ended attempts whenever one has ended. */
  onProgress: (ended: number) => void
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

/** How long our servers wait for the gateway. */
const GATEWAY_TIMEOUT_MS = 3_000
/** Delays of the sandbox's test cards, shorter than by default because a run has many attempts. */
const SANDBOX_DELAYS = {
  SANDBOX_SLOW_MS: '1200',
  SANDBOX_ISSUER_DOWN_MS: '3000',
  SANDBOX_VOID_MS: '1500',
  SANDBOX_WEBHOOK_MS: '120',
}

/** Runs the workload on a stack of its own and checks the history. */
export async function runFaults(options: RunOptions, run: RunContext): Promise<RunResult> {
  const { attempts, seed, mutation } = options
  const adapt = mutation?.adaptPlan ?? ((plan: PlannedAttempt) => plan)
  const plans = planAttempts(seed, attempts).map(adapt)
  const history = new HistoryRecorder()
  const debtCount = Math.max(...plans.map(({ debt }) => debt))
  let population: Population = { payers: [], debts: [] }
  let proxy: FaultyProxy | undefined
  try {
    const stack = await startKillableStack({
      name: mutation?.name ?? 'unchanged',
      ...run,
      program: mutation?.program,
      sandboxEnv: SANDBOX_DELAYS,
      prepare: async ({ databaseUrl, sandbox }) => {
        population = await populate(databaseUrl, { seed, debtCount })
        run.watchdog.progress('la base con sus datos')
        if (mutation?.schemaChange) await queryRows(databaseUrl, mutation.schemaChange)
        proxy = await startFaultyProxy(seed, sandbox, GATEWAY_TIMEOUT_MS)
        const GEOPAY_TIMEOUT = String(GATEWAY_TIMEOUT_MS)
        return { GEOPAY_URL: proxy.url, GEOPAY_TIMEOUT, ...mutation?.env }
      },
      onCrash: (program, exit, lastOutput) => history.crashes.push({ program, exit, lastOutput }),
      onGivenUp: run.watchdog.abort,
    })
    try {
      if (!proxy) throw new Error('the stack was not prepared')
      return await runPlans({ ...options, plans, history, population, proxy }, stack, run.watchdog)
    } finally {
      await stack.close()
    }
  } finally {
    await proxy?.close()
  }
}

/** The workload of a run, and what it fills. */
type Workload = RunOptions & {
  plans: PlannedAttempt[]
  history: HistoryRecorder
  population: Population
  proxy: FaultyProxy
}

async function runPlans(
  { attempts, seed, mutation, onProgress, plans, history, population, proxy }: Workload,
  stack: KillableStack,
  watchdog: Watchdog,
): Promise<RunResult> {
  const { servers, sandbox, databaseUrl } = stack
  const clients = await logIn(population, servers, history, watchdog)
  const context: AttemptContext = {
    servers,
    sandbox,
    debts: population.debts,
    clients,
    forger: await createForger(stack.keysDir),
    history,
    genuineReturns: [],
  }
  let ended = 0
  // A mutated server violates invariants without further faults.
  const planned = mutation ? [] : planFaults(seed, attempts)
  const faults = createFaultInjector(planned, stack, ({ target }) =>
    watchdog.note(`${target}, con ${ended} intentos terminados`),
  )
  const started = performance.now()
  await pLimit(CONCURRENCY).map(plans, async (plan) => {
    faults.beforeAttempt(plan.number)
    await runAttempt(plan, context)
    ended += 1
    watchdog.progress(`${ended} intentos de ${attempts} terminados`)
    onProgress(ended)
  })
  const seconds = (performance.now() - started) / 1000
  await faults.injectRemaining()
  proxy.stopFaults()
  const timeoutMs = mutation?.settleTimeoutMs ?? SETTLE_TIMEOUT_MS
  const settleSeconds = await waitUntilSettled(stack, history, timeoutMs, watchdog)
  const state = await readState(sandbox, databaseUrl)
  const database = await checkDatabase(databaseUrl)
  watchdog.progress('la base comprobada')
  const wrongLists = await compareLists(clients, databaseUrl, watchdog)
  return {
    results: checkHistory({ attempts, state, database, history, wrongLists }),
    plans,
    faults: faults.injected,
    proxyFaults: proxy.injected,
    history,
    state,
    seconds,
    settleSeconds,
  }
}

/** Logs every person in once; the clients by person id. */
async function logIn(
  { payers }: Population,
  servers: KillableStack['servers'],
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

/** Waits until neither side has a pending payment; the seconds that took, or null on timeout. */
async function waitUntilSettled(
  stack: KillableStack,
  history: HistoryRecorder,
  timeoutMs: number,
  watchdog: Watchdog,
): Promise<number | null> {
  const started = performance.now()
  for (;;) {
    const state = await readState(stack.sandbox, stack.databaseUrl)
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
  databaseUrl: string,
  watchdog: Watchdog,
): Promise<object[]> {
  const wrong: object[] = []
  for (const client of clients.values()) {
    let difference = await compareList(client, databaseUrl)
    // A page may expire between the two reads; a real difference persists.
    for (let retries = 0; difference && retries < 2; retries += 1)
      difference = await compareList(client, databaseUrl)
    if (difference) wrong.push(difference)
    watchdog.progress('comparación de los pagos de una persona')
  }
  return wrong
}

async function compareList(client: RetryingClient, databaseUrl: string): Promise<object | null> {
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
