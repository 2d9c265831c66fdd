import { setTimeout as sleep } from 'node:timers/promises'
import { connectDb } from '#db/core/connection.ts'
import { checkAllInvariants, queryRows } from '#testing/harness/databaseChecks.ts'
import { type ProcessName, startKillableStack } from '#testing/harness/killableStack.ts'
import { SECRET } from '#testing/harness/population.ts'
import type { RunContext } from '#testing/harness/runWithPostgres.ts'
import { planFaults } from '#tools/faultInjection/faults.ts'
import { startFaultyProxy } from '#tools/faultInjection/faultyProxy.ts'
import { postToServers } from '#tools/faultInjection/postToServers.ts'
import { checkTills } from '#tools/tills/checkTills.ts'
import { createDrivers } from '#tools/tills/drivers.ts'
import { createCodes } from '#tools/tills/driversCodes.ts'
import { type Message, RULES_BEGIN_MS } from '#tools/tills/model.ts'
import type { TillMutation } from '#tools/tills/mutations.ts'
import { PAYMENTS } from '#tools/tills/payments.ts'
import { busyMembers } from '#tools/tills/planItems.ts'
import {
  planStationClose,
  planTills,
  type Size,
  TILLS_PER_STATION,
} from '#tools/tills/planTills.ts'
import { readBalances, readTillState } from '#tools/tills/readTillState.ts'
import { REDEMPTIONS } from '#tools/tills/redemptions.ts'
import { Reports } from '#tools/tills/reports.ts'
import { createTill, type TillNetwork } from '#tools/tills/till.ts'
import { addTerminals, insertRules, readMembers, spendAll } from '#tools/tills/tillDatabase.ts'

export type TillsResult = Awaited<ReturnType<typeof runTills>>

/** The demo data ends before the rules begin; all runs of this process copy the same. */
const DEMO_UNTIL = new Date(Date.now() - RULES_BEGIN_MS)
const DRIVERS_PER_STATION = 4
const MIN_DRIVERS = 40
const MESSAGES_PER_REDEMPTION = 4
/** How long a till waits for an answer in the worst of the networks. */
const TILL_TIMEOUT_MS = 1_000

/**
 * Runs the tills of a network on a stack of its own, under kills of its servers and of PostgreSQL, and
 * checks what they left.
 * @param options.mutation runs without kills and network faults on a server without one defence
 */
export async function runTills(
  { mutation, ...size }: Size & { mutation?: TillMutation },
  run: RunContext,
) {
  // Whole seconds, as in the times of the sales.
  const start = new Date(Math.floor(Date.now() / 1000) * 1000)
  const reports = new Reports()
  const stack = await startKillableStack(run, {
    name: `tills ${mutation?.name ?? 'unchanged'}`,
    population: {
      seed: size.seed,
      debtCount: 0,
      drivers: MIN_DRIVERS + DRIVERS_PER_STATION * size.stations,
      now: DEMO_UNTIL,
    },
    without: mutation
      ? ['server 1', ...(mutation.steps.includes('pay') ? [] : ['sandbox' as const])]
      : [],
    program: mutation && 'tools/tills/mutatedServer.ts',
    serverEnv: { MUTATION: mutation?.name },
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
    const balances = await readBalances(databaseUrl)
    const members = await readMembers(databaseUrl, start)
    const plans = planTills(size, members, start).map((plan) => ({
      ...plan,
      steps: plan.steps.filter(({ kind }) => !mutation || mutation.steps.includes(kind)),
    }))
    const has = (...kinds: Message['kind'][]) =>
      plans.some(({ steps }) => steps.some(({ kind }) => kinds.includes(kind)))
    const busy = busyMembers(members)
    const terminals = await addTerminals(owner.db, plans.length)
    const network: TillNetwork = {
      post: (wire, message, policy, onUnanswered) =>
        postToServers([first.url, second.url], message, wire, policy, onUnanswered),
      publicUrl: servers[0],
      reports,
      now: Date.now,
    }
    const tills = plans.map((plan) => createTill(plan, network))
    for (const [number, till] of tills.entries()) await till.enrol(terminals[number]?.code ?? '')
    run.progress('las cajas se activaron')
    const drivers = await createDrivers(stack, {
      members,
      reports,
      tills: has('redeem', 'pay') ? tills.length : 0,
    })
    run.progress('los conductores entraron')
    const showCode = createCodes()
    const redeem = async (number: number, planned: Extract<Message, { kind: 'redeem' }>) => {
      const [till, other] = [tills[number], tills[number ^ 1]]
      const { how, patienceMs, ...taken } = planned
      const shown = showCode(planned.loyaltyCode)
      if (!till || !other || !shown) return reports.counts.add('canjes sin código')
      const takeVoucher = () => drivers.takeVoucher()
      const course = { till, other, taken: { ...taken, shown }, patienceMs, takeVoucher }
      await REDEMPTIONS[how]?.(course)
    }
    const pay = async (
      number: number,
      { how, amount, patienceMs }: Extract<Message, { kind: 'pay' }>,
    ) => {
      const till = tills[number]
      const payers = drivers.nextPayers()
      if (till) await PAYMENTS[how]?.({ till, payers, amount, patienceMs })
    }
    const steps = plans.reduce((sum, plan) => sum + plan.steps.length, 0)
    const planned = mutation ? new Map<number, ProcessName>() : planFaults(size.seed, steps)
    if (mutation) for (const proxy of [first, second]) proxy.stopFaults()
    const faults: ProcessName[] = []
    let ended = 0
    const started = performance.now()
    await Promise.all(
      plans.map(async ({ number, steps }) => {
        for (const step of steps) {
          const wait = started + step.at * 1000 - performance.now()
          if (wait > 0) await sleep(wait)
          if (step.kind === 'redeem') await redeem(number, step)
          else if (step.kind === 'pay') await pay(number, step)
          else await tills[number]?.take(step)
          run.progress(`${(ended += 1)} mensajes contestados`)
          if (ended % MESSAGES_PER_REDEMPTION === 0)
            await spendAll(owner.db, busy[(ended / MESSAGES_PER_REDEMPTION) % busy.length])
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
    await endTimes(databaseUrl, reports.ofYesterday)
    for (const finish of reports.unfinished) await finish()
    for (let number = 0; has('close') && number < tills.length; number += TILLS_PER_STATION) {
      await tills[number]?.take(planStationClose(plans.slice(number, number + TILLS_PER_STATION)))
      run.progress('cierre de una estación')
    }
    reports.violations.X1.push(...drivers.violations.X1, ...drivers.violations.P7)
    const state = await readTillState(databaseUrl, has('pay') ? stack.sandbox : null)
    const invariants = mutation ? [] : await checkAllInvariants(databaseUrl)
    run.progress('la base comprobada')
    return {
      /** What the comparison with the tills found, which alone counts for a mutation. */
      compared: checkTills({ start, sent: reports, terminals, balances, state }),
      invariants,
      plans,
      reports,
      state,
      faults,
      networkFaults: [first.injected, second.injected],
      /** Duration of the load. */
      seconds,
    }
  } finally {
    await stack.close()
    await Promise.all([owner.close(), first.close(), second.close()])
  }
}

/** Lets the time of the reservations and payments pass that no till has ended, and the day of some payments. */
async function endTimes(databaseUrl: string, ofYesterday: string[]): Promise<void> {
  const ended = 'created_at = created_at - (expires_at - now()), expires_at = now()'
  await queryRows(
    databaseUrl,
    `update redemption set ${ended} where state = 'reserved' and kind = 'till'`,
  )
  await queryRows(databaseUrl, `update payment_request set ${ended} where state = 'waiting'`)
  await queryRows(
    databaseUrl,
    `with paid as (
      update payment_request set paid_at = paid_at - interval '2 days' where reference = any($1) returning attempt_id
    )
    update payment_attempt set created_at = created_at - interval '2 days'
    where id in (select attempt_id from paid)`,
    [ofYesterday],
  )
}
