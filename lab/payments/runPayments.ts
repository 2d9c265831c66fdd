import { createRandom } from '#db/demo/seededRandom.ts'
import { type LabRun, onLabStack, START } from '#lab/inProcess/labStack.ts'
import { type LabReport, reportOn } from '#lab/labReport.ts'
import { poll, runTimers, runToTheEnd } from '#lab/payments/background.ts'
import { type PaymentLab, pay } from '#lab/payments/payer.ts'
import { checkHistory } from '#lab/processes/checker.ts'
import { createForger } from '#lab/processes/forger.ts'
import { History } from '#lab/processes/history.ts'
import { findCardNumbers, readAttempts } from '#lab/processes/readState.ts'
import { summary } from '#sandbox/controlApi.ts'
import { updatedReferenceLists } from '#server/http/updatedReferenceLists.ts'
import { insertSessions } from '#testing/fixtures/personSessions.ts'
import { checkAllInvariants } from '#testing/harness/databaseChecks.ts'
import { DEBT_PREFIX, type PlannedDebt, populate } from '#testing/harness/population.ts'

/** Windows that are open at the same time. */
const AT_ONCE = 6
/** Pays debts on a migrated, empty database, whose statements a seed interleaves, and checks what was told and stored. */
export async function runPayments(databaseUrl: string, run: LabRun): Promise<LabReport> {
  const { seed, attempts, rounds = Infinity } = run
  const { debts } = await populate(databaseUrl, { seed, debtCount: attempts + 1, now: START })
  const people = debts.map(({ personId }) => personId)
  const { isPolled = true } = run.mutation ?? {}
  return await onLabStack(databaseUrl, run, async (stack) => {
    const { server, clock, interleaver, monitor, keysDir } = stack
    const lab = {
      ...stack,
      forger: await createForger(keysDir, clock.date),
      history: new History(),
    }
    await insertSessions(monitor, people, START)
    await warmUp(lab, debts)
    for (let first = 0; first < attempts && interleaver.rounds < rounds; first += AT_ONCE) {
      // A call waits a second of the machine's time at most for the use of its session, which is written every hour.
      const now = people.slice(first, first + AT_ONCE)
      await insertSessions(monitor, now, clock.date())
      // The lists are fresh for a minute: no task waits for another one that reads them.
      await updatedReferenceLists(server.context, '')
      await interleaver.runRound(windowsOf(lab, debts, { first, run, isPolled }))
      clock.advance(60_000)
      run.onProgress?.(Math.min(attempts, first + AT_ONCE))
    }
    interleaver.faultRate = 0
    await runToTheEnd(lab, { isPolled })
    return await reportOf(databaseUrl, lab, attempts)
  })
}

/** Pays one debt by itself: what is loaded at the first call is not loaded while tasks run. */
async function warmUp(lab: PaymentLab, debts: readonly PlannedDebt[]): Promise<void> {
  const { personId = '', reference = '' } = debts.at(-1) ?? {}
  const random = createRandom(0, 'first window')
  // A number that no window has.
  await pay(lab, { attempt: debts.length, personId, reference, random })
  await runToTheEnd(lab, { rounds: 3 })
}

/** Windows of some debts, two of which may be of one debt, beside the poller and the gateway's own messages. */
function windowsOf(
  lab: PaymentLab,
  debts: readonly PlannedDebt[],
  { first, run, isPolled }: { first: number; run: LabRun; isPolled: boolean },
): Record<string, () => Promise<void>> {
  const { random } = lab
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

async function reportOf(
  databaseUrl: string,
  lab: PaymentLab,
  attempts: number,
): Promise<LabReport> {
  const { gateway, clock, history } = lab
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
  return await reportOn(databaseUrl, lab, {
    findings,
    counts: history.counts.summary(),
    state: STATE,
  })
}

const STATE = `
  select json_build_array(a.debt_reference, a.state, a.amount, a.refunded_amount, d.state, d.points)::text as text
  from payment_attempt a join debt d on d.reference = a.debt_reference where a.debt_reference like '${DEBT_PREFIX}%'
  union all select json_build_array(coalesce(loyalty_code, shortfall_of, programme), balance)::text from ledger_account`
