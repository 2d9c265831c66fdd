import { createRandom } from '#db/demo/seededRandom.ts'
import { processRedemptionEnds } from '#db/loyalty/redemptionEnds.ts'
import { expireRequests } from '#db/payments/paymentRequests.ts'
import { chargesOf, runRound, runToTheEnd, type Tasks } from '#lab/background.ts'
import type { Lab } from '#lab/caller.ts'
import { SERVER_URL } from '#lab/inProcess/labGateway.ts'
import { postTo } from '#lab/inProcess/labServer.ts'
import { type LabRun, onLabStack, START } from '#lab/inProcess/labStack.ts'
import { type LabReport, reportOn } from '#lab/labReport.ts'
import { createPayerClient, programsOf } from '#lab/payments/payer.ts'
import { NoAnswer } from '#lab/processes/postToServers.ts'
import { createDrivers } from '#lab/tills/drivers.ts'
import { RULES_BEGIN_MS, type Step } from '#lab/tills/model.ts'
import { busyMembers, spendingPayers } from '#lab/tills/planItems.ts'
import { planTills, TILLS_PER_STATION } from '#lab/tills/planTills.ts'
import { Reports } from '#lab/tills/reports.ts'
import { startTills } from '#lab/tills/startTills.ts'
import { asking, type TillNetwork } from '#lab/tills/till.ts'
import { endTimes, insertRules, readMembers, spendAll } from '#lab/tills/tillDatabase.ts'
import { CARDS } from '#sandbox/cards.ts'
import { populate } from '#testing/harness/population.ts'

/** Six tills at the same time. */
const STATIONS = 3
/** The mean of a till's plan. */
const SALES_PER_MINUTE = 14
/** Two tills meet the members of a run more often with few of them. */
const DRIVERS = 40
/** How often a message without an answer is sent, and how many questions are asked about one thing. */
const [TRIES, QUESTIONS] = [12, 30]
const SERVER_ERROR = 500

/** The cards whose charges stay, with or without a message of the gateway and a valid return. */
const CHARGED = CARDS.filter(
  ({ code, behaviour }) =>
    code === '00' && !/^(issuerDown|voidedLater|voidedReordered)$/.test(behaviour),
)

/** The cards of which no message arrives. */
const SILENT = CHARGED.filter(({ behaviour }) => behaviour === 'webhookLost')

/**
 * Lets a few tills report sales, voids, returns and shifts, redeem points and ask for payments, and drivers pay them and
 * take vouchers, on a migrated, empty database, whose statements a seed interleaves; then compares what was told
 * and stored with what was sent.
 */
export async function attackTills(databaseUrl: string, run: LabRun): Promise<LabReport> {
  const { seed, attempts, mutation, rounds = Infinity } = run
  const demoUntil = new Date(START.getTime() - RULES_BEGIN_MS)
  const size = { seed, debtCount: 0, drivers: DRIVERS, now: demoUntil }
  const { payers } = await populate(databaseUrl, size)
  await insertRules(databaseUrl, START)
  const members = await readMembers(databaseUrl, START)
  const minutes = attempts / (STATIONS * TILLS_PER_STATION * SALES_PER_MINUTE)
  const planned = { stations: STATIONS, minutes, seed, payments: Infinity }
  const isDone = ({ kind }: Step) => mutation?.steps?.includes(kind) ?? true
  const plans = planTills(planned, members, START).map(({ steps, ...plan }) => ({
    ...plan,
    steps: steps.filter(isDone),
  }))
  const busy = busyMembers(members)
  const people = payers.map(({ personId }) => personId)
  const reports = new Reports()
  return await onLabStack(databaseUrl, run, async (stack) => {
    const lab = { ...stack, history: reports }
    const { server, clock, interleaver, random } = lab
    const { db } = server.context
    const network = networkOf(lab, reports)
    const cards = createRandom(seed, 'cards')
    const spenders = spendingPayers(members, payers).map(({ member, personId }) => ({
      member,
      client: createPayerClient(lab, seed, personId),
    }))
    const drivers = createDrivers(spenders, network, {
      ...programsOf(lab),
      drawCard: () => cards.oneOf(cards.bool(0.4) ? SILENT : CHARGED).number,
    })
    const tills = await startTills(db, plans, network, drivers)
    const last = Math.max(...plans.map(({ steps }) => steps.length))
    for (let round = 0; round < Math.min(rounds, last); round += 1) {
      const tasks: Tasks = { spender: () => spendAll(db, random.oneOf(busy), clock.date()) }
      for (const { number, steps } of plans) {
        const step = steps[round]
        if (step) tasks[`till ${number}`] = () => tills.take(number, step)
      }
      await runRound(lab, people, tasks, mutation?.isPolled)
      run.onProgress?.(reports.items.length)
    }
    interleaver.faultRate = 0
    await endTimes(databaseUrl, clock.date(), reports.ofYesterday)
    await expireRequests(db, clock.date())
    await processRedemptionEnds(db, clock.date(), server.context)
    const ends = Object.fromEntries(reports.unfinished.map((work, n) => [`end ${n}`, work]))
    await runRound(lab, people, ends, mutation?.isPolled)
    // A run that ends before leaves shifts open.
    const isClosed = !run.rounds && (mutation?.steps?.includes('close') ?? true)
    if (isClosed) await tills.closeStations()
    await runToTheEnd(lab, { rounds: 3, isPolled: mutation?.isPolled ?? true })
    const { results: findings } = await tills.check(databaseUrl, chargesOf(lab))
    const counts = reports.counts.summary()
    return await reportOn(databaseUrl, lab, { findings, counts, state: STATE })
  })
}

/** The tills reach the server without a socket; a message without an answer is sent again. */
function networkOf({ server, clock, interleaver }: Lab, reports: Reports): TillNetwork {
  const send = postTo(server)
  return {
    publicUrl: SERVER_URL,
    reports,
    now: clock.now,
    heldSeconds: 0,
    until: asking(QUESTIONS, () => interleaver.step('question', async () => {})),
    async post(wire, _message, { delays, cutAfterMs }, onUnanswered) {
      const once = async () => {
        const answer = await interleaver.spawn('message', () => send(wire))
        if (answer.status >= SERVER_ERROR) onUnanswered(`HTTP ${answer.status}`)
        return answer
      }
      const isLeft = delays.length === 0
      // A till that does not wait goes on while the server answers.
      if (isLeft || typeof cutAfterMs === 'number') void once()
      for (let tries = 0; !isLeft && tries < TRIES; tries += 1) {
        const answer = await once()
        if (answer.status < SERVER_ERROR) return answer
      }
      throw new NoAnswer('no answer')
    },
  }
}

const STATE = `
  select json_build_array(e.kind, e.state, e.ticket, e.at, e.loyalty_code)::text as text from sale_event e
  union all select json_build_array(reference, state, points)::text from redemption where terminal_id is not null
  union all select json_build_array(reference, state, amount)::text from payment_request
  union all select json_build_array(coalesce(loyalty_code, shortfall_of, programme), balance)::text from ledger_account`
