import { chargesOf, runRound, runToTheEnd, type Tasks, withBackground } from '#lab/background.ts'
import { checkRun } from '#lab/evidence/checkRun.ts'
import { createForger } from '#lab/evidence/forger.ts'
import { History } from '#lab/evidence/history.ts'
import { type LabRun, onLabStack, START } from '#lab/inProcess/labStack.ts'
import { type LabReport, reportOn } from '#lab/labReport.ts'
import { attemptContextOf, type PaymentLab } from '#lab/payments/payer.ts'
import { type PlannedAttempt, planAttempts } from '#lab/payments/planAttempts.ts'
import { type AttemptContext, runAttempt } from '#lab/payments/runAttempt.ts'
import { insertSessions } from '#testing/fixtures/personSessions.ts'
import { DEBT_PREFIX, populate } from '#testing/harness/population.ts'

/** Windows that are open at the same time; often two of them are of one debt. */
const AT_ONCE = 6
const MEETING = { atOnce: 2, share: 0.4 }
/** Pays debts on a migrated, empty database, whose statements a seed interleaves, and checks what was told and stored. */
export async function runPayments(databaseUrl: string, run: LabRun): Promise<LabReport> {
  const { seed, attempts, rounds = Infinity } = run
  const { debts } = await populate(databaseUrl, { seed, debtCount: attempts + 1, now: START })
  const people = [...new Set(debts.map(({ personId }) => personId))]
  const plans = planAttempts(seed, attempts, MEETING)
  const { isPolled = true } = run.mutation ?? {}
  return await onLabStack(databaseUrl, run, async (stack) => {
    const { clock, interleaver, monitor, keysDir } = stack
    const lab = {
      ...stack,
      forger: await createForger(keysDir, clock.date),
      history: new History(),
    }
    const context = attemptContextOf(lab, seed, debts)
    await insertSessions(monitor, people, START)
    await warmUp(lab, plans, context)
    for (let first = 0; first < attempts && interleaver.rounds < rounds; first += AT_ONCE) {
      await runRound(lab, people, windowsOf(plans.slice(first, first + AT_ONCE), context), isPolled)
      run.onProgress?.(Math.min(attempts, first + AT_ONCE))
    }
    interleaver.faultRate = 0
    await runToTheEnd(lab, { isPolled })
    const { history } = lab
    const { results } = await checkRun(databaseUrl, chargesOf(lab), history, attempts)
    const counts = history.counts.summary()
    return await reportOn(databaseUrl, lab, { findings: results, counts, state: STATE })
  })
}

/** Pays one debt by itself: what is loaded at the first call is not loaded while tasks run. */
async function warmUp(
  lab: PaymentLab,
  plans: readonly PlannedAttempt[],
  context: AttemptContext,
): Promise<void> {
  const last = context.debts.length
  const alone = plans.slice(0, 1).map((plan) => ({ ...plan, number: last, debt: last }))
  await lab.interleaver.runAll(withBackground(lab, windowsOf(alone, context)))
  await runToTheEnd(lab, { rounds: 3 })
}

/** Attempts to pay, each a task. */
const windowsOf = (plans: readonly PlannedAttempt[], context: AttemptContext): Tasks =>
  Object.fromEntries(
    plans.map((plan) => [`window ${plan.number}`, () => runAttempt(plan, context)]),
  )

const STATE = `
  select json_build_array(a.debt_reference, a.state, a.amount, a.refunded_amount, d.state, d.points)::text as text
  from payment_attempt a join debt d on d.reference = a.debt_reference where a.debt_reference like '${DEBT_PREFIX}%'
  union all select json_build_array(coalesce(loyalty_code, shortfall_of, programme), balance)::text from ledger_account`
