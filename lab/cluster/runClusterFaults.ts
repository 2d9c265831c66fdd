import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '#db/demo/seededRandom.ts'
import { PROBE_DRIVERS, startProbe } from '#lab/cluster/availability.ts'
import type { ClusterFault } from '#lab/cluster/clusterFault.ts'
import { startClusterStack } from '#lab/cluster/clusterStack.ts'
import { checkRun } from '#lab/evidence/checkRun.ts'
import { createForger } from '#lab/evidence/forger.ts'
import { History } from '#lab/evidence/history.ts'
import { type PlannedAttempt, planAttempts } from '#lab/payments/planAttempts.ts'
import { runAttempt } from '#lab/payments/runAttempt.ts'
import { awaitOutcomes } from '#lab/processes/awaitOutcomes.ts'
import type { Network } from '#lab/processes/client.ts'
import { runAtFixedRate } from '#lab/processes/fixedRate.ts'
import { createLoad, expectedMessages, signInAll } from '#lab/processes/journeys.ts'
import { awaitMails } from '#lab/processes/mailChecks.ts'
import { programsAt } from '#lab/processes/paymentPrograms.ts'
import { signInOperator } from '#lab/processes/refunds.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import type { FolderContext } from '#testing/harness/runWithPostgres.ts'
import { sandboxPayments } from '#testing/harness/sandboxControl.ts'
import { startTestSmtpServer } from '#testing/harness/testSmtpServer.ts'

/** What one fault did. */
export interface FaultRow {
  fault: ClusterFault
  /** Seconds of the longest time without an acknowledged write, and without a read. */
  withoutWrites: number
  withoutReads: number
  /** Tries that were answered 503, and tries without any answer (a connection that ended). */
  refused: number
  unanswered: number
  /** Calls that were answered later than five seconds after their first try. */
  late: number
  /** What was lost, doubled or answered wrongly. */
  violations: { code: string; rows: object[] }[]
}

/** Arrivals per second: each attempts a payment or makes one to five calls. */
const RATE = 4
/** Of the longest fault with the time until the cluster is whole again. */
const MAX_SECONDS = 240
/** Seconds of load before a fault, and after the cluster is whole again. */
const BEFORE = 4
const AFTER = 3
/** A fault lasts about this long, for the number of debts and drivers. */
const USUAL_SECONDS = 80
const MESSAGES_PER_DRIVER = 4
const MAX_UNDER_WAY = 2_000
const SETTLE_TIMEOUT_MS = 90_000

/**
 * Longer than any change of primary. A server may read the session, wait for a connection and run a statement,
 * 10 s each, before it gives a call up. A call that is not answered in three times as long hangs.
 */
const untilTheSuccessorAnswers: Network['policyOf'] = () => ({
  delays: Array<number>(120).fill(1_000),
  timeoutMs: 90_000,
  repeatsTimeouts: true,
})

/**
 * Starts a cluster, injects one fault after another under load, and checks after each what it left.
 * @param onRow called after each fault
 * @returns what the mails of the whole run lack; nothing: an empty list
 */
export async function runClusterFaults(
  { faults, seed }: { faults: readonly ClusterFault[]; seed: number },
  run: FolderContext,
  onRow: (row: FaultRow) => void,
): Promise<object[]> {
  const isSeparate = faults.some(({ needsNetwork }) => needsNetwork)
  const arrivals = faults.length * USUAL_SECONDS * RATE
  const plans = planAttempts(seed, arrivals).map(withoutCuts)
  const planned = Math.max(...plans.map(({ debt }) => debt))
  const history = new History()
  const smtp = await startTestSmtpServer(undefined, '0.0.0.0')
  run.atEnd(smtp.close)
  const stack = await startClusterStack(run, {
    population: {
      seed,
      debtCount: planned + arrivals,
      drivers: PROBE_DRIVERS * 2 + Math.ceil(expectedMessages(arrivals) / MESSAGES_PER_DRIVER),
    },
    isSeparate,
    smtpPort: smtp.port,
    onCrash: (program, exit, lastOutput) =>
      history.violations.X1.push({ program, exit, lastOutput }),
  })
  const { servers, sandbox, databaseUrl, debts } = stack
  const network = { servers, policyOf: untilTheSuccessorAnswers, history }
  const drivers = await signInAll(network, stack.payers)
  run.progress('ingreso de las personas')
  const forger = await createForger(stack.keysDir)
  const refund = await signInOperator(network, databaseUrl, plans.length)
  const load = createLoad({ network, sandbox, drivers, debts: debts.slice(planned) })
  const genuineReturns: { personId: string; data: string }[] = []
  let arrived = 0
  let attempts = 0
  const arrive = async (_: number, dueAt: number) => {
    const index = arrived
    arrived += 1
    const random = createRandom(seed, 'arrival', index)
    const plan = random.bool(0.5) ? plans[attempts] : undefined
    if (plan) {
      attempts += 1
      const clients = new Map(drivers.map(({ personId, session }) => [personId, session]))
      await runAttempt(plan, {
        ...programsAt(stack),
        debts,
        clients,
        forger,
        history,
        genuineReturns,
      })
      await refund(plan.number)
    } else await load.arrive(index, dueAt, random)
    run.progress(`${arrived} llegadas`)
  }
  const check = async () => {
    const unsettled = await awaitOutcomes(stack, history, run, SETTLE_TIMEOUT_MS)
    const payments = await sandboxPayments(sandbox)
    const { results } = await checkRun(databaseUrl, payments, history, attempts)
    return [
      ...results,
      { code: 'pendientes', rows: unsettled > 0 ? [{ unsettled }] : [] },
      { code: 'mensajes', rows: await wrongMessages(databaseUrl, load.acknowledged) },
      { code: 'sin respuesta', rows: history.unanswered.splice(0) },
    ]
  }

  for (const fault of faults) {
    run.note(fault.name)
    run.progress(fault.name)
    const before = { counts: new Map(history.counts), late: history.late }
    let isOver = false
    const probe = startProbe(drivers, databaseUrl)
    const arriving = runAtFixedRate({
      rate: RATE,
      seconds: MAX_SECONDS,
      isOver: () => isOver,
      maxUnderWay: MAX_UNDER_WAY,
      arrive,
    })
    const inject = async () => {
      await sleep(BEFORE * 1000)
      const since = performance.now()
      const end = await fault.begin(stack)
      await sleep(fault.lasts * 1000)
      await end()
      await stack.whole()
      await sleep(AFTER * 1000)
      const gaps = {
        withoutWrites: probe.longestGap('writes', since),
        withoutReads: probe.longestGap('reads', since),
      }
      isOver = true
      await probe.stop()
      return gaps
    }
    const [gaps] = await Promise.all([inject(), arriving])
    const counted = [...history.counts].flatMap(([name, count]) =>
      Array<string>(count - (before.counts.get(name) ?? 0)).fill(name),
    )
    const late = counted.filter((name) => name === 'TimeoutError').map((reason) => ({ reason }))
    const violations = [
      ...(await check()),
      { code: 'P10', rows: await probe.lost() },
      { code: 'plazo', rows: fault.mayHang ? [] : late },
    ]
    onRow({
      fault,
      ...gaps,
      refused: counted.filter((name) => name === 'HTTP 503').length,
      unanswered: counted.filter((name) => /^E[A-Z]|Error$|^UND_/.test(name)).length,
      late: history.late - before.late,
      violations: violations.filter(({ rows }) => rows.length > 0),
    })
    for (const rows of Object.values(history.violations)) rows.length = 0
  }
  // A mail may be repeated when a process is lost: its id is the same.
  const mails = await awaitMails(databaseUrl, smtp.received, load.acknowledged, run)
  return mails.lost + mails.unacknowledged > 0 ? [mails] : []
}

/** A call that a client drops is no sign of a fault. */
function withoutCuts(plan: PlannedAttempt): PlannedAttempt {
  const keep = <Call extends object>(call: Call) => ({ ...call, cutAfterMs: null })
  return { ...plan, tokenRequests: plan.tokenRequests.map(keep), returns: plan.returns.map(keep) }
}

/** The accepted messages that are not stored once. */
async function wrongMessages(databaseUrl: string, titles: readonly string[]): Promise<object[]> {
  return await queryRows(
    databaseUrl,
    `select title, count(m.id)::int as stored from unnest($1::text[]) title
     left join contact_message m using (title) group by title having count(m.id) <> 1`,
    [titles],
  )
}
