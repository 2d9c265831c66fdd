import pLimit from 'p-limit'
import { getPayments } from '#contract/payments/getPayments.ts'
import { login } from '#contract/user/login.ts'
import type { Violation } from '#db/invariants/invariant.ts'
import { checkAllInvariants, queryRows } from '#testing/harness/databaseChecks.ts'
import { startKillableStack } from '#testing/harness/killableStack.ts'
import { PASSWORD, type Population, populate } from '#testing/harness/population.ts'
import type { RunContext } from '#testing/harness/runOnCluster.ts'
import { checkHistory, pendingAtGateway, withoutOutcome } from '#tools/faultInjection/checker.ts'
import {
  type Client,
  createClient,
  type Network,
  untilAnswered,
} from '#tools/faultInjection/client.ts'
import type { Counts } from '#tools/faultInjection/counts.ts'
import { createFaultInjector, type PlannedFault, planFaults } from '#tools/faultInjection/faults.ts'
import { startFaultyProxy } from '#tools/faultInjection/faultyProxy.ts'
import { createForger } from '#tools/faultInjection/forger.ts'
import { History } from '#tools/faultInjection/history.ts'
import type { Mutation } from '#tools/faultInjection/mutations.ts'
import {
  findCardNumbers,
  readAttempts,
  readState,
  type ServerRecord,
  type SystemState,
} from '#tools/faultInjection/readState.ts'
import { recentPeriod, runAttempt } from '#tools/faultInjection/runAttempt.ts'
import { untilZero } from '#tools/faultInjection/untilZero.ts'
import { type PlannedAttempt, planAttempts } from '#tools/faultInjection/workload.ts'

export interface RunOptions {
  attempts: number
  seed: number
  mutation?: Mutation
}
export interface RunResult {
  results: Violation[]
  plans: PlannedAttempt[]
  faults: readonly PlannedFault[]
  proxyFaults: Counts
  history: History
  state: SystemState
  /** Duration of the attempts. */
  seconds: number
  /** Payments that were still pending when the time for them was over. */
  unsettled: number
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
  const { watchdog } = run
  const adapt = mutation?.adaptPlan ?? ((plan: PlannedAttempt) => plan)
  const plans = planAttempts(seed, attempts).map(adapt)
  // A mutated server violates invariants without further faults.
  const faults = mutation ? [] : planFaults(seed, attempts)
  const history = new History()
  let population: Population = { payers: [], debts: [] }
  const proxy = await startFaultyProxy(seed, GATEWAY_TIMEOUT_MS)
  const stack = await startKillableStack({
    name: mutation?.name ?? 'unchanged',
    ...run,
    program: mutation?.program,
    sandboxEnv: SANDBOX_DELAYS,
    prepare: async ({ databaseUrl, sandbox }) => {
      const debtCount = Math.max(...plans.map(({ debt }) => debt))
      population = await populate(databaseUrl, { seed, debtCount })
      watchdog.progress('la base con sus datos')
      if (mutation?.schemaChange) await queryRows(databaseUrl, mutation.schemaChange)
      proxy.gatewayUrl = sandbox
      const GEOPAY_TIMEOUT = String(GATEWAY_TIMEOUT_MS)
      return { GEOPAY_URL: proxy.url, GEOPAY_TIMEOUT, ...mutation?.env }
    },
    onCrash: (program, exit, lastOutput) =>
      history.violations.X1.push({ program, exit, lastOutput }),
    onGivenUp: watchdog.abort,
  })
  try {
    const { servers, sandbox, databaseUrl } = stack
    const clients = await logIn(population, { servers, policyOf: untilAnswered, history })
    watchdog.progress('ingreso de las personas')
    const { debts } = population
    const forger = await createForger(stack.keysDir)
    const context = { servers, sandbox, debts, clients, forger, history, genuineReturns: [] }
    let ended = 0
    const injectFaults = createFaultInjector(faults, stack, ({ target }) =>
      watchdog.note(`${target}, con ${ended} intentos terminados`),
    )
    const started = performance.now()
    await pLimit(CONCURRENCY).map(plans, async (plan) => {
      void injectFaults(plan.number)
      await runAttempt(plan, context)
      ended += 1
      watchdog.progress(`${ended} intentos de ${attempts} terminados`)
    })
    const seconds = (performance.now() - started) / 1000
    await injectFaults(attempts)
    await stack.allServing()
    await injectFaults(attempts + 1)
    await stack.allServing()
    proxy.stopFaults()
    const unsettled = await untilZero(
      async () => pendingIn(await readState(sandbox, databaseUrl), history),
      mutation?.settleTimeoutMs ?? SETTLE_TIMEOUT_MS,
      (pending) => watchdog.progress(`${pending} pagos pendientes de resultado`),
    )
    const state = await readState(sandbox, databaseUrl)
    const invariants = await checkAllInvariants(databaseUrl)
    const cardNumbers = await findCardNumbers(databaseUrl)
    watchdog.progress('la base comprobada')
    history.violations.P11.push(...(await wrongLists([...clients.values()], databaseUrl)))
    const results = checkHistory({ attempts, state, history, cardNumbers, invariants })
    return {
      results,
      plans,
      faults,
      proxyFaults: proxy.injected,
      history,
      state,
      seconds,
      unsettled,
    }
  } finally {
    await stack.close()
    await proxy.close()
  }
}

/** Logs every person in once; the clients by person id. */
async function logIn({ payers }: Population, network: Network): Promise<Map<string, Client>> {
  const clients = new Map<string, Client>()
  for (const { personId, email } of payers) {
    const client = createClient(network, personId)
    if (!(await client.call(login, { user: email, password: PASSWORD })))
      throw new Error(`${email} no pudo ingresar`)
    clients.set(personId, client)
  }
  return clients
}

const pendingIn = (state: SystemState, { issuedTokens }: History) =>
  pendingAtGateway(state.gateway).length + withoutOutcome(state, issuedTokens).length

/** P11: the people whose `getPayments` differs from the rows of the database. */
async function wrongLists(
  clients: readonly Client[],
  databaseUrl: string,
  retries = 2,
): Promise<object[]> {
  const rows = await readAttempts(databaseUrl)
  const wrong: { client: Client; difference: object }[] = []
  for (const client of clients) {
    const { personId } = client
    const stored = rows.filter((row) => row.personId === personId && row.listed).map(storedLine)
    const fields = { accessToken: '', ...recentPeriod() }
    const answer = await client.call(getPayments, fields)
    const listed = answer?.fields.payments.map(lineOf)
    if (listed?.toSorted().join() !== stored.toSorted().join())
      wrong.push({ client, difference: { personId, listed, stored } })
  }
  // A page may expire between the two reads; a real difference persists.
  return wrong.length === 0 || retries === 0
    ? wrong.map(({ difference }) => difference)
    : await wrongLists(
        wrong.map(({ client }) => client),
        databaseUrl,
        retries - 1,
      )
}

const lineOf = (row: { reference: string; amount: number; state: string }) =>
  `${row.reference} ${row.amount} ${row.state}`
const storedLine = (row: ServerRecord) =>
  lineOf({ ...row, state: row.state === 'CREATED' ? 'PENDING' : row.state })
