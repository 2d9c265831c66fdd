import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import { withClient, withoutTimeout } from '#db/core/withClient.ts'
import { createRandom, type SeededRandom } from '#db/demo/seededRandom.ts'
import type { Violation } from '#db/invariants/invariant.ts'
import { leaseDueAttempts } from '#db/payments/attemptPolling.ts'
import { LabClock } from '#lab/inProcess/labClock.ts'
import {
  GATEWAY_URL,
  gatewayAnswers,
  interleaveRequests,
  SERVER_URL,
  startLabGateway,
} from '#lab/inProcess/labGateway.ts'
import { serverAnswers, startLabServer } from '#lab/inProcess/labServer.ts'
import { interleaveStatements } from '#lab/interleaving/interleavedStatements.ts'
import { Interleaver } from '#lab/interleaving/interleaver.ts'
import type { Mutation } from '#lab/payments/mutations.ts'
import { type Lab, pay } from '#lab/payments/payer.ts'
import { summary } from '#sandbox/controlApi.ts'
import { updatedReferenceLists } from '#server/http/updatedReferenceLists.ts'
import { pollAttempt } from '#server/payments/outcome/pendingPaymentPoller.ts'
import { insertSessions } from '#testing/fixtures/personSessions.ts'
import { checkAllInvariants } from '#testing/harness/databaseChecks.ts'
import { DEBT_PREFIX, type PlannedDebt, populate } from '#testing/harness/population.ts'
import { checkHistory } from '#tools/faultInjection/checker.ts'
import { createForger } from '#tools/faultInjection/forger.ts'
import { History } from '#tools/faultInjection/history.ts'
import { findCardNumbers, readAttempts } from '#tools/faultInjection/readState.ts'

export interface PaymentRun {
  seed: number
  /** Windows in which a debt is paid. */
  attempts: number
  /** The share of the steps that meet a fault. */
  faultRate: number
  mutation?: Mutation
  /** Called after each group of windows with how many there were. */
  onProgress?: (attempts: number) => void
}

export interface PaymentReport {
  violations: Violation[]
  /** Of the order of all steps, and of what is stored in the end. */
  hashes: { order: string; state: string }
  steps: number
  faults: number
  unsettled: number
  counts: string
}

/** When a run begins, whatever the day: the demo data ends then. */
const START = new Date('2026-09-07T15:00:00Z')
/** Windows that are open at the same time. */
const AT_ONCE = 6
/** A lock that waits for itself is found at once. */
const DEADLOCK = `do $$ begin execute format('alter database %I set deadlock_timeout = 1', current_database()); end $$;`

/** Pays debts on a migrated, empty database, whose statements a seed interleaves, and checks what was told and stored. */
export async function runPayments(databaseUrl: string, run: PaymentRun): Promise<PaymentReport> {
  const folder = await mkdtemp(join(tmpdir(), 'surtidor-lab-'))
  const random = createRandom(run.seed, 'order')
  const clock = new LabClock(START, createRandom(run.seed, 'bytes'))
  const { debts } = await populate(databaseUrl, {
    seed: run.seed,
    debtCount: run.attempts + 1,
    now: START,
  })
  return await withClient(withoutTimeout(databaseUrl), async (monitor) => {
    await monitor.query(DEADLOCK + (run.mutation?.schemaChange ?? ''))
    const people = debts.map(({ personId }) => personId)
    await insertSessions(monitor, people, START)
    const gateway = await startLabGateway(folder, clock)
    const server = await startLabServer(databaseUrl, {
      folder,
      keysDir: join(folder, 'keys'),
      clock,
    })
    const interleaver = new Interleaver(random, monitor, run.faultRate)
    const forger = await createForger(join(folder, 'keys'), clock.date)
    const lab = { server, gateway, clock, interleaver, forger, history: new History() }
    const { isPolled = true } = run.mutation ?? {}
    const restore = [
      interleaveStatements(interleaver, run.mutation?.rewrite),
      interleaveRequests(interleaver, {
        [GATEWAY_URL]: gatewayAnswers(gateway),
        [SERVER_URL]: serverAnswers(server),
      }),
      ...(run.mutation?.patch ? [run.mutation.patch()] : []),
    ]
    try {
      await warmUp(lab, debts.at(-1))
      // A call waits a second of the machine's time at most for the use of its session, which is written every hour.
      await insertSessions(monitor, people, clock.date())
      for (let first = 0; first < run.attempts; first += AT_ONCE) {
        // The lists are fresh for a minute: no task waits for another one that reads them.
        await updatedReferenceLists(server.context, '')
        await interleaver.runAll(windowsOf(lab, debts, { first, run, random, isPolled }))
        clock.advance(60_000)
        run.onProgress?.(Math.min(run.attempts, first + AT_ONCE))
      }
      interleaver.faultRate = 0
      await settle(lab, { isPolled })
    } finally {
      for (const one of restore) one()
      await server.close()
      await rm(folder, { recursive: true, force: true })
    }
    return await reportOf(databaseUrl, lab, run)
  })
}

/** Pays one debt by itself: what is loaded at the first call is not loaded while tasks run. */
async function warmUp(lab: Lab, debt: PlannedDebt | undefined): Promise<void> {
  const { personId = '', reference = '' } = debt ?? {}
  const random = createRandom(0, 'first window')
  await pay(lab, { attempt: -1, personId, reference, random })
  await settle(lab, { rounds: 3 })
}

/** Windows of some debts, two of which may be of one debt, beside the poller and the gateway's own messages. */
function windowsOf(
  lab: Lab,
  debts: readonly PlannedDebt[],
  given: { first: number; run: PaymentRun; random: SeededRandom; isPolled: boolean },
): Record<string, () => Promise<void>> {
  const { first, run, random, isPolled } = given
  const tasks: Record<string, () => Promise<void>> = {}
  let debt = debts[first]
  let open = 0
  for (let attempt = first; attempt < Math.min(first + AT_ONCE, run.attempts); attempt += 1) {
    if (!random.bool(0.4)) debt = debts[attempt]
    if (!debt) continue
    const { personId, reference } = debt
    const payer = {
      attempt,
      personId,
      reference,
      random: createRandom(run.seed, 'window', attempt),
    }
    open += 1
    tasks[`window ${attempt}`] = () => pay(lab, payer).finally(() => (open -= 1))
  }
  return {
    ...tasks,
    poller: () => poll(lab, isPolled ? random.integer(1, 2) : 0),
    gateway: () => runTimers(lab, () => open > 0),
  }
}

/** Polls what is due, some rounds. */
async function poll(
  { server: { context }, clock, interleaver }: Lab,
  rounds: number,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await interleaver.step('poll', async () => clock.advance(10_000))
    const now = context.now()
    const until = new Date(now.getTime() + 30_000)
    const due = await leaseDueAttempts(context.db, { now, until, count: 12 }).catch(() => [])
    await Promise.all(due.map((attempt) => pollAttempt(context, attempt)))
  }
}

/** Lets the time of the gateway's timers come, one after another: its webhooks, voids and late answers. */
async function runTimers({ clock, interleaver }: Lab, goesOn: () => boolean): Promise<void> {
  while (goesOn())
    await interleaver.step('timer', async () => {
      const next = clock.next()
      if (next !== undefined && next < HOUR_MS) clock.runNext()
    })
}

/** Lets every message arrive and every poll happen. */
async function settle(lab: Lab, { rounds = 60, isPolled = true } = {}): Promise<void> {
  const { clock } = lab
  for (let round = 0; round < rounds; round += 1) {
    await lab.interleaver.runAll({
      gateway: () => runTimers(lab, () => (clock.next() ?? DAY_MS) < HOUR_MS),
      poller: () => poll(lab, isPolled ? 3 : 0),
    })
    lab.clock.advance(HOUR_MS)
  }
}

async function reportOf(
  databaseUrl: string,
  lab: Lab,
  { attempts }: PaymentRun,
): Promise<PaymentReport> {
  const { gateway, clock, interleaver, history } = lab
  const server = await readAttempts(databaseUrl)
  const own = server.filter(({ reference }) => reference.startsWith(DEBT_PREFIX))
  const payments = Array.from(gateway.store.all(), (entry) => summary(entry, clock.now()))
  const findings = checkHistory({
    attempts,
    state: { gateway: payments, server: own },
    history,
    cardNumbers: await findCardNumbers(databaseUrl),
    invariants: await checkAllInvariants(databaseUrl),
  })
  const state = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ text: string }>(
      `select json_build_array(a.debt_reference, a.state, a.amount, a.refunded_amount, d.state, d.points)::text as text
        from payment_attempt a join debt d on d.reference = a.debt_reference where a.debt_reference like '${DEBT_PREFIX}%'
       union all select json_build_array(coalesce(loyalty_code, shortfall_of, programme), balance)::text from ledger_account
       order by 1`,
    )
    return createHash('sha256')
      .update(rows.map(({ text }) => text).join('\n'))
      .digest('hex')
      .slice(0, 16)
  })
  return {
    violations: findings.filter(({ rows }) => rows.length > 0),
    hashes: { order: interleaver.orderHash(), state },
    steps: interleaver.steps,
    faults: interleaver.faults,
    unsettled: interleaver.unsettled,
    counts: history.counts.summary(),
  }
}
