import type { Violation } from '#db/invariants/invariant.ts'
import { SERVER_URL } from '#lab/inProcess/labGateway.ts'
import { postTo } from '#lab/inProcess/labServer.ts'
import { type LabRun, type LabStack, onLabStack, START } from '#lab/inProcess/labStack.ts'
import { type LabReport, reportOn } from '#lab/labReport.ts'
import { updatedReferenceLists } from '#server/http/updatedReferenceLists.ts'
import { checkAllInvariants } from '#testing/harness/databaseChecks.ts'
import { populate } from '#testing/harness/population.ts'
import { NoAnswer } from '#tools/faultInjection/postToServers.ts'
import { checkTills } from '#tools/tills/checkTills.ts'
import { RULES_BEGIN_MS } from '#tools/tills/model.ts'
import { busyMembers } from '#tools/tills/planItems.ts'
import { planStationClose, planTills, TILLS_PER_STATION } from '#tools/tills/planTills.ts'
import { readBalances, readTillState } from '#tools/tills/readTillState.ts'
import { Reports } from '#tools/tills/reports.ts'
import { createTill, type TillNetwork } from '#tools/tills/till.ts'
import { addTerminals, insertRules, readMembers, spendAll } from '#tools/tills/tillDatabase.ts'

/** Six tills at the same time. */
const STATIONS = 3
/** The mean of a till's plan. */
const SALES_PER_MINUTE = 14
/** Two tills meet the members of a run more often with few of them. */
const DRIVERS = 40
/** How often a message without an answer is sent. */
const TRIES = 12
const SERVER_ERROR = 500
/** Milliseconds between two messages of a till. */
const PACE_MS = 60_000

/**
 * Reports the sales, voids, returns and shifts of a few tills on a migrated, empty database, whose statements a seed
 * interleaves, while members spend, and compares what was told and stored with what was sent.
 */
export async function runSales(databaseUrl: string, run: LabRun): Promise<LabReport> {
  const { seed, attempts } = run
  const demoUntil = new Date(START.getTime() - RULES_BEGIN_MS)
  await populate(databaseUrl, { seed, debtCount: 0, drivers: DRIVERS, now: demoUntil })
  await insertRules(databaseUrl, START)
  const balances = await readBalances(databaseUrl)
  const members = await readMembers(databaseUrl, START)
  const minutes = attempts / (STATIONS * TILLS_PER_STATION * SALES_PER_MINUTE)
  // A till whose clock is wrong corrects it by the time of the machine.
  const plans = planTills({ stations: STATIONS, minutes, seed }, members, START).map((plan) => ({
    ...plan,
    clockMs: 0,
    steps: plan.steps.filter((step) => step.kind === 'report' || step.kind === 'close'),
  }))
  const busy = busyMembers(members)
  const reports = new Reports()
  return await onLabStack(databaseUrl, run, async (stack) => {
    const { server, clock, interleaver, random } = stack
    const { db } = server.context
    const terminals = await addTerminals(db, plans.length, clock.date)
    const tills = plans.map((plan) => createTill(plan, networkOf(stack, reports)))
    for (const [number, till] of tills.entries()) await till.enrol(terminals[number]?.code ?? '')
    const rounds = run.rounds ?? Math.max(...plans.map(({ steps }) => steps.length))
    for (let round = 0; round < rounds; round += 1) {
      // The lists are fresh for a minute: no task reads them for another one.
      await updatedReferenceLists(server.context, '')
      const tasks = plans.flatMap(({ number, steps }) => {
        const step = steps[round]
        return step
          ? [[`till ${number}`, async () => await tills[number]?.take(step)] as const]
          : []
      })
      const spend = () => spendAll(db, random.oneOf(busy), clock.date())
      await interleaver.runRound({ ...Object.fromEntries(tasks), spender: spend })
      clock.advance(PACE_MS)
      run.onProgress?.(reports.items.length)
    }
    interleaver.faultRate = 0
    // A run that ends before leaves shifts open.
    for (let number = 0; !run.rounds && number < tills.length; number += TILLS_PER_STATION)
      await tills[number]?.take(planStationClose(plans.slice(number, number + TILLS_PER_STATION)))
    const state = await readTillState(databaseUrl, null)
    const findings: Violation[] = [
      ...checkTills({ start: START, sent: reports, terminals, balances, state }),
      ...(await checkAllInvariants(databaseUrl)),
    ]
    return await reportOn(databaseUrl, stack, {
      findings,
      counts: reports.counts.summary(),
      state: STATE,
    })
  })
}

/** The tills reach the server without a socket; a message without an answer is sent again. */
function networkOf({ server, clock }: LabStack, reports: Reports): TillNetwork {
  const send = postTo(server)
  return {
    publicUrl: SERVER_URL,
    reports,
    now: clock.now,
    async post(wire, _message, _policy, onUnanswered) {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const answer = await send(wire)
        if (answer.status < SERVER_ERROR) return answer
        onUnanswered(`HTTP ${answer.status}`)
      }
      throw new NoAnswer('the tries are over')
    },
  }
}

const STATE = `
  select json_build_array(e.kind, e.state, e.ticket, e.at, e.loyalty_code)::text as text from sale_event e
  union all select json_build_array(coalesce(loyalty_code, shortfall_of, programme), balance)::text from ledger_account`
