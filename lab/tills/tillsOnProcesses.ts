import { setTimeout as sleep } from 'node:timers/promises'
import { connectDb } from '#db/core/connection.ts'
import { describeResults, violatedIn } from '#lab/evidence/checkRun.ts'
import { countAll } from '#lab/evidence/counts.ts'
import { awaitOutcomes } from '#lab/processes/awaitOutcomes.ts'
import { untilAnswered } from '#lab/processes/client.ts'
import { planFaults } from '#lab/processes/faults.ts'
import { startFaultyProxy } from '#lab/processes/faultyProxy.ts'
import { signInAll } from '#lab/processes/journeys.ts'
import { programsAt } from '#lab/processes/paymentPrograms.ts'
import { postToServers } from '#lab/processes/postToServers.ts'
import { createDrivers } from '#lab/tills/drivers.ts'
import { RULES_BEGIN_MS } from '#lab/tills/model.ts'
import { busyMembers, spendingPayers } from '#lab/tills/planItems.ts'
import { planTills } from '#lab/tills/planTills.ts'
import { Reports } from '#lab/tills/reports.ts'
import { startTills } from '#lab/tills/startTills.ts'
import { asking, type TillNetwork } from '#lab/tills/till.ts'
import { endTimes, insertRules, readMembers, spendAll } from '#lab/tills/tillDatabase.ts'
import { type ProcessName, startKillableStack } from '#testing/harness/killableStack.ts'
import { SECRET } from '#testing/harness/population.ts'
import type { RunContext } from '#testing/harness/runWithPostgres.ts'
import { cardNumber, sandboxPayments } from '#testing/harness/sandboxControl.ts'

export interface Size {
  stations: number
  minutes: number
  seed: number
}

const DRIVERS_PER_STATION = 4
const MIN_DRIVERS = 40
/** Each may open 40 payments in an hour, and a till asks for two. */
const [MIN_APPS, TILLS_PER_APP, PAYMENTS_OF_TILL] = [8, 8, 2]
const MESSAGES_PER_SPENDING = 4
/** How long a till waits for an answer in the worst of the networks. */
const TILL_TIMEOUT_MS = 1_000
/** For how long a question about a payment is held; how many are asked, and the milliseconds between two. */
const [HELD_S, QUESTIONS, ASK_AGAIN_MS] = [2, 1_000, 300]

/**
 * Runs the tills of a network on two servers behind bad networks, which are killed as PostgreSQL and the gateway are,
 * and checks what they left.
 * @returns the report, and whether every invariant held
 */
export async function runTillsOnProcesses(size: Size, run: RunContext) {
  // Whole seconds, as in the times of the sales.
  const start = new Date(Math.floor(Date.now() / 1000) * 1000)
  const reports = new Reports()
  const stack = await startKillableStack(run, {
    name: 'tills',
    population: {
      seed: size.seed,
      debtCount: 0,
      drivers: MIN_DRIVERS + DRIVERS_PER_STATION * size.stations,
      // The demo data ends before the rules begin.
      now: new Date(start.getTime() - RULES_BEGIN_MS),
    },
    serverEnv: {},
    onCrash: (program, exit, lastOutput) =>
      reports.violations.X1.push({ program, exit, lastOutput }),
  })
  const { databaseUrl, servers } = stack
  const [first, second] = await Promise.all(
    servers.map((target, index) =>
      startFaultyProxy(size.seed + index, TILL_TIMEOUT_MS, { target }),
    ),
  )
  if (!first || !second) throw new Error('a server has no proxy')
  const owner = await connectDb(databaseUrl, 2, SECRET, 0)
  try {
    await insertRules(databaseUrl, start)
    const members = await readMembers(databaseUrl, start)
    const plans = planTills({ ...size, payments: PAYMENTS_OF_TILL }, members, start)
    const busy = busyMembers(members)
    const network: TillNetwork = {
      post: (wire, message, policy, onUnanswered) =>
        postToServers([first.url, second.url], message, wire, policy, onUnanswered),
      publicUrl: servers[0],
      reports,
      now: Date.now,
      heldSeconds: HELD_S,
      until: asking(QUESTIONS, () => sleep(ASK_AGAIN_MS)),
    }
    const apps = Math.max(MIN_APPS, Math.ceil(plans.length / TILLS_PER_APP))
    const signedIn = await signInAll(
      { servers, policyOf: untilAnswered, history: reports },
      spendingPayers(members, stack.payers).slice(0, apps),
    )
    const spenders = signedIn.map(({ member, session }) => ({ member, client: session }))
    const drivers = createDrivers(spenders, network, {
      ...programsAt(stack),
      drawCard: () => cardNumber('Crédito'),
    })
    run.progress('los conductores entraron')
    const tills = await startTills(owner.db, plans, network, drivers)
    run.progress('las cajas se activaron')
    const planned = planFaults(
      size.seed,
      plans.reduce((sum, plan) => sum + plan.steps.length, 0),
    )
    const faults: ProcessName[] = []
    let ended = 0
    const started = performance.now()
    await Promise.all(
      plans.map(async ({ number, steps }) => {
        for (const step of steps) {
          const wait = started + step.at * 1000 - performance.now()
          if (wait > 0) await sleep(wait)
          await tills.take(number, step)
          run.progress(`${(ended += 1)} mensajes contestados`)
          if (ended % MESSAGES_PER_SPENDING === 0)
            await spendAll(owner.db, busy[(ended / MESSAGES_PER_SPENDING) % busy.length])
          // T2: right after the answer, which is all that the till has.
          const target = planned.get(ended)
          if (!target) continue
          faults.push(target)
          run.note(`${target}, con ${ended} mensajes contestados`)
          stack.processes[target].kill('SIGKILL')
        }
      }),
    )
    const seconds = (performance.now() - started) / 1000
    await stack.allServing()
    await endTimes(databaseUrl, new Date(), reports.ofYesterday)
    for (const finish of reports.unfinished) await finish()
    await tills.closeStations()
    run.progress('las estaciones cerraron')
    await awaitOutcomes(stack, reports, run)
    const gateway = await sandboxPayments(stack.sandbox)
    const { state, results } = await tills.check(databaseUrl, gateway)
    const count = <Row>(rows: readonly Row[], kind: (row: Row) => string) =>
      countAll(rows.map(kind)).summary()
    const report = [
      `  duración   ${seconds.toFixed(1)} s, ${plans.length} cajas`,
      `  en la base ${count(state.events, ({ kind }) => kind)}`,
      `  canjes     ${count(state.redemptions, (one) => one.state)}`,
      `  turnos     ${count(state.shifts, (shift) => shift.state)}`,
      `  a propósito ${countAll(plans.flatMap(({ behaviours }) => behaviours)).summary()}`,
      `  fallas     ${countAll(faults).summary()}`,
      `  red        ${first.injected.summary()}; ${second.injected.summary()}`,
      `  cajas      ${reports.counts.summary()}`,
      ...describeResults(results),
    ]
    return { report, isClean: violatedIn(results).length === 0 }
  } finally {
    await stack.close()
    await Promise.all([owner.close(), first.close(), second.close()])
  }
}
