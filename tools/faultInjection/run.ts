import { setTimeout as sleep } from 'node:timers/promises'
import { getPayments } from '#contract/payments/getPayments.ts'
import { login } from '#contract/user/login.ts'
import {
  retryUntilDone,
  runAttempt,
  type AttemptContext,
} from '#tools/faultInjection/runAttempt.ts'
import {
  attemptsOf,
  type SystemState,
  readState,
  readOwnState,
} from '#tools/faultInjection/readState.ts'
import { armFaults } from '#tools/faultInjection/faults.ts'
import { openForger } from '#tools/faultInjection/forger.ts'
import {
  checkHistory,
  pendingThere,
  withoutOutcome,
  type CheckResult,
} from '#tools/faultInjection/checker.ts'
import { HistoryRecorder } from '#tools/faultInjection/history.ts'
import { PASSWORD, type Population } from '#tools/faultInjection/population.ts'
import { type RetryingClient, createRetryingClient } from '#tools/faultInjection/client.ts'
import {
  type Fault,
  planFaults,
  type PlannedAttempt,
  planAttempts,
} from '#tools/faultInjection/workload.ts'
import type { Cluster } from '#tools/faultInjection/processes.ts'
import type { Mutation } from '#tools/faultInjection/mutations.ts'
import { createEnvironment, type Environment } from '#tools/faultInjection/environment.ts'

/** What to run. */
export interface RunOptions {
  name: string
  attempts: number
  seed: number
  folder: string
  cluster: Cluster
  sabotage: Mutation | null
  /** Told how many attempts of all have ended. */
  progress: (done: number) => void
}
/** How it went. */
export interface RunResult {
  verdicts: CheckResult[]
  plans: PlannedAttempt[]
  faults: readonly Fault[]
  mischief: ReadonlyMap<string, number>
  notebook: HistoryRecorder
  books: SystemState
  seconds: number
  /** From the last fault, with everything serving again, until nothing was left open. */
  calm: number | null
}

/** Attempts under way at the same time. */
const AT_ONCE = 24
/** Everything is settled this long after the last fault, in milliseconds (P3). */
const SETTLED_WITHIN = 60_000

/** Runs one campaign on a world of its own and judges it. */
export async function runFaultInjection(orders: RunOptions): Promise<RunResult> {
  const { name, attempts, seed, folder, cluster, sabotage } = orders
  const aim = sabotage?.aim ?? ((plan: PlannedAttempt) => plan)
  const plans = planAttempts(seed, attempts).map(aim)
  const notebook = new HistoryRecorder()
  const fell = (program: string, how: string, lastWords: string) =>
    notebook.falls.push({ program, how, lastWords })
  const debts = Math.max(...plans.map(({ debt }) => debt))
  const world = await createEnvironment({ name, folder, seed, cluster, debts, sabotage, fell })
  try {
    const phones = await logIn(world.population, world, notebook)
    const scene: AttemptContext = {
      servers: world.servers,
      sandbox: world.sandbox,
      debts: world.population.debts,
      phones,
      forger: await openForger(world.keysDir),
      notebook,
      genuine: [],
    }
    // A sabotaged server breaks its promises by itself: nothing has to fall beside it.
    const faults = armFaults(sabotage ? [] : planFaults(seed, attempts), world)
    const started = performance.now()
    await inTurns(plans, async (plan) => {
      faults.before(plan.number)
      await runAttempt(plan, scene)
      orders.progress(plan.number)
    })
    const seconds = (performance.now() - started) / 1000
    await faults.last()
    world.line.heal()
    const calm = await settle(world, notebook, sabotage?.patience ?? SETTLED_WITHIN)
    const books = await readState(world.sandbox, world.databaseUrl)
    const own = await readOwnState(world.databaseUrl)
    const lists = await compareLists(phones, world)
    const verdicts = checkHistory({ attempts, books, own, notes: notebook, lists })
    const { struck } = faults
    return {
      verdicts,
      plans,
      faults: struck,
      mischief: world.line.done,
      notebook,
      books,
      seconds,
      calm,
    }
  } finally {
    await world.close()
  }
}

/** Everybody gets a session once, by the front door. */
async function logIn(
  { payers }: Population,
  world: Environment,
  notebook: HistoryRecorder,
): Promise<Map<string, RetryingClient>> {
  const phones = new Map<string, RetryingClient>()
  for (const { personId, email } of payers) {
    const stranger = createRetryingClient({ personId, token: '' }, world.servers, notebook)
    const fields = { user: email, password: PASSWORD }
    const answer = await stranger.ask(login, fields, { side: 0, identity: 'login' }, 0)
    if (!answer?.ok) throw new Error('una persona de la campaña no pudo ingresar')
    const token = answer.fields.user.userSessionToken
    phones.set(personId, createRetryingClient({ personId, token }, world.servers, notebook))
  }
  return phones
}

/** Carries out all plans in order, so many at a time. */
async function inTurns(
  plans: readonly PlannedAttempt[],
  run: (plan: PlannedAttempt) => Promise<void>,
): Promise<void> {
  const left = plans[Symbol.iterator]()
  const worker = async () => {
    for (const plan of left) await run(plan)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Waits until nothing is left open on either side; answers how many seconds that took, or null. */
async function settle(
  world: Environment,
  notebook: HistoryRecorder,
  patience: number,
): Promise<number | null> {
  const started = performance.now()
  for (;;) {
    const books = await readState(world.sandbox, world.databaseUrl)
    const waits = pendingThere(books.there).length + withoutOutcome(books, notebook.handed).length
    const waited = performance.now() - started
    if (waits === 0) return waited / 1000
    if (waited > patience) return null
    await sleep(500)
  }
}

/** P11: everybody's own list, against what the database holds for them. */
async function compareLists(
  phones: ReadonlyMap<string, RetryingClient>,
  world: Environment,
): Promise<object[]> {
  const wrong: object[] = []
  for (const phone of phones.values()) {
    let row = await compareList(phone, world)
    // A page may run out between the two readings: what is really wrong stays wrong.
    for (let tries = 0; row && tries < 2; tries += 1) row = await compareList(phone, world)
    if (row) wrong.push(row)
  }
  return wrong
}

async function compareList(phone: RetryingClient, world: Environment): Promise<object | null> {
  const way = { side: 0, identity: 'list' } as const
  const held = (await attemptsOf(world.databaseUrl, phone.personId))
    .filter(({ listed }) => listed)
    .map((row) => text({ ...row, state: row.state === 'CREATED' ? 'PENDING' : row.state }))
    .toSorted()
  const answer = await phone.ask(getPayments, { accessToken: '', ...retryUntilDone() }, way, 0)
  const shown = answer?.ok ? answer.fields.payments.map(text).toSorted() : null
  return shown?.join() === held.join() ? null : { personId: phone.personId, shown, held }
}

const text = (row: { reference: string; amount: number; state: string }) =>
  `${row.reference} ${row.amount} ${row.state}`
