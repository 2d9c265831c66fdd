import { setTimeout as sleep } from 'node:timers/promises'
import { connectDb, inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { lockAccounts } from '#db/loyalty/ledgerAccounts.ts'
import { branch } from '#db/tables/stations.ts'
import { spendPoints } from '#testing/fixtures/spendPoints.ts'
import { checkAllInvariants, queryRows } from '#testing/harness/databaseChecks.ts'
import { type ProcessName, startKillableStack } from '#testing/harness/killableStack.ts'
import { SECRET } from '#testing/harness/population.ts'
import type { RunContext } from '#testing/harness/runWithPostgres.ts'
import { addTestTerminal } from '#testing/station/testTerminal.ts'
import { planFaults } from '#tools/faultInjection/faults.ts'
import { startFaultyProxy } from '#tools/faultInjection/faultyProxy.ts'
import { checkTills } from '#tools/tills/checkTills.ts'
import { createDrivers } from '#tools/tills/drivers.ts'
import { createCodes } from '#tools/tills/driversCodes.ts'
import {
  type Member,
  type Message,
  RULE_CHANGE_MS,
  RULES,
  RULES_BEGIN_MS,
} from '#tools/tills/model.ts'
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
import { createTill } from '#tools/tills/till.ts'

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
    const network = {
      servers: [first.url, second.url] as const,
      publicUrl: servers[0],
      reports,
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

/** The rules of the model, for every programme; what they give can be spent at once. No bound of a day holds a sale,
 * and each loyalty has an account. */
async function insertRules(databaseUrl: string, start: Date): Promise<void> {
  // A few members buy all day.
  await queryRows(
    databaseUrl,
    'update programme set day_sales = 100000, day_millilitres = 2000000000',
  )
  await queryRows(databaseUrl, 'update loyalty set account_limit = 1000000000')
  const rows = Object.entries(RULES).flatMap(([product, { before, since }]) => [
    [product, new Date(start.getTime() - RULES_BEGIN_MS), ...before],
    [product, new Date(start.getTime() - RULE_CHANGE_MS), ...since],
  ])
  for (const row of rows)
    await queryRows(
      databaseUrl,
      `insert into points_rule (programme, product, valid_from, per_litre, per_hundred, discount_basis_points, pending_days)
       select code, $1, $2, $3, $4, 0, 0 from programme`,
      row,
    )
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

/** The loyalties in force that code, card and plate find alone. */
const readMembers = (databaseUrl: string, start: Date) =>
  queryRows<Member>(
    databaseUrl,
    `select l.code as "loyaltyCode", l.client_card_number as "cardNumber", v.plate
     from loyalty l join membership_request q on q.reference = l.request_reference
     join vehicle v on v.loyalty_code = l.code and v.removed_at is null and v.plate = q.draft #>> '{vehicle,plate}'
     where l.ended_at is null and l.since < $1 and l.client_card_number <> ''
       and not exists (select from vehicle o where o.plate = v.plate and o.loyalty_code <> l.code)
     order by l.code`,
    [new Date(start.getTime() - RULES_BEGIN_MS)],
  )

/** Adds the terminals of the first stations. */
async function addTerminals(db: Db, count: number) {
  const stations = await db.select({ code: branch.code }).from(branch).orderBy(branch.code)
  const served = { context: { db, now: () => new Date() } }
  const terminals: { id: string; branchCode: string; code: string }[] = []
  while (terminals.length < count) {
    const branchCode = stations[Math.floor(terminals.length / TILLS_PER_STATION)]?.code
    if (!branchCode) throw new Error(`la demo tiene ${stations.length} estaciones`)
    terminals.push({ branchCode, ...(await addTestTerminal(served, branchCode)) })
  }
  return terminals
}

/** Spends all points of a member, so that later voids and returns find too few (L13). */
async function spendAll(db: Db, member: Member | undefined): Promise<void> {
  const loyaltyCode = member?.loyaltyCode ?? ''
  const spend = async (tx: Db) => {
    const [account] = await lockAccounts(tx, [loyaltyCode])
    await spendPoints(tx, { loyaltyCode, points: account?.balance ?? 0, at: new Date() })
  }
  // PostgreSQL may be down: what was spent is read from the ledger.
  await inTransaction(db, spend).catch(() => {})
}
