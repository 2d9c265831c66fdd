import { type KindName, kindsOf } from '#contract/console/objectKinds.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { ADMINISTRADOR, type RoleCode } from '#contract/roles.ts'
import { login } from '#contract/user/login.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { createRandom } from '#db/demo/seededRandom.ts'
import { poll, runJob, runToTheEnd, type Tasks, withBackground } from '#lab/background.ts'
import { type Caller, callAs, type Lab } from '#lab/caller.ts'
import { writeAndRead } from '#lab/console/account.ts'
import { drive } from '#lab/console/driver.ts'
import { act, currentCode, drawObject, drawOffer, offersOf } from '#lab/console/operator.ts'
import { createForger } from '#lab/evidence/forger.ts'
import { History } from '#lab/evidence/history.ts'
import { findingsOf, MONEY_AND_AUDIT } from '#lab/findings.ts'
import { postTo } from '#lab/inProcess/labServer.ts'
import { type LabRun, onLabStack, START } from '#lab/inProcess/labStack.ts'
import { type LabReport, reportOn } from '#lab/labReport.ts'
import { attemptContextOf, type PaymentLab } from '#lab/payments/payer.ts'
import { type PlannedAttempt, planAttempts } from '#lab/payments/planAttempts.ts'
import { type AttemptContext, runAttempt } from '#lab/payments/runAttempt.ts'
import { updatedReferenceLists } from '#server/http/updatedReferenceLists.ts'
import { insertSessions } from '#testing/fixtures/personSessions.ts'
import { insertPersonLike } from '#testing/harness/createPerson.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import { DEBT_PREFIX, PASSWORD, populate } from '#testing/harness/population.ts'
import { accepted, createTestClient } from '#testing/harness/testClient.ts'

/** Operators, drivers and deciders on requests that act at the same time, beside one who pays. */
const [OPERATORS_AT_ONCE, DRIVERS_AT_ONCE, DECIDERS_AT_ONCE] = [4, 4, 2]
const AT_ONCE = OPERATORS_AT_ONCE + DRIVERS_AT_ONCE + DECIDERS_AT_ONCE + 1
/** Milliseconds between two rounds: in a run the day of a charge closes, and vouchers end. */
const ROUND_MS = 10 * 60_000
/** The share of the rounds that stay at the object of the one before, or at what was made there. */
const STAYS = 0.6
/** Drivers of the network, and those that act: few, so that they meet at documents, plates and their own points. */
const [DRIVERS, MEETING] = [12, 4]
/** Those that act where a mutation concerns a few of their calls. */
const MEETING_OF_MUTATION = 2
/** What operators decide about, more often what takes or gives money and points. */
const KINDS: readonly KindName[] = [
  ...(['payment', 'payment', 'payment', 'driver', 'driver', 'exception', 'exception'] as const),
  ...(['reward', 'reward', 'rule', 'rule', 'promotion', 'import', 'import', 'debt'] as const),
  ...(['sale', 'station', 'message', 'template', 'discrepancy', 'day', 'operator'] as const),
]

/**
 * Lets operators act on one object at the same time, while drivers change what they may, one pays, the network decides
 * on requests, jobs run, and a replica falls behind; then compares what was told and stored. Without a defence of some
 * kinds of objects or calls, these alone are drawn.
 */
export async function runConsole(databaseUrl: string, run: LabRun): Promise<LabReport> {
  const { seed, attempts, rounds = Infinity } = run
  const size = { seed, debtCount: attempts, drivers: DRIVERS, now: START }
  const { debts } = await populate(databaseUrl, size)
  const plans = planAttempts(seed, attempts)
  // Most drivers have few points, and few are companies.
  await queryRows(databaseUrl, 'update reward set points = 1')
  await queryRows(
    databaseUrl,
    `update loyalty set client_rut = '211234560019' where programme = 'club'`,
  )
  return await onLabStack(databaseUrl, run, async (stack) => {
    const { server, clock, interleaver, monitor, keysDir } = stack
    const forger = await createForger(keysDir, clock.date)
    const lab = { ...stack, forger, history: new History() }
    const operators = await logIn(lab, databaseUrl)
    const context = attemptContextOf(lab, seed, debts)
    const cast = createCast(lab, run, { operators, context })
    for (let done = 0; done < attempts && interleaver.rounds < rounds; done += AT_ONCE) {
      const { rows: drivers } = await monitor.query<Person>(DRIVERS_LEFT)
      const people = drivers.map(({ personId }) => personId)
      await insertSessions(monitor, people, clock.date())
      await monitor.query(RENEWED, [clock.date()])
      await updatedReferenceLists(server.context, '')
      const acting = await cast.operators()
      const plan = plans[done / AT_ONCE]
      await interleaver.runRound({
        ...acting,
        ...(plan &&
          cast.others(plan, drivers.slice(0, run.mutation?.calls ? MEETING_OF_MUTATION : MEETING))),
      })
      clock.advance(ROUND_MS)
      run.onProgress?.(done)
    }
    interleaver.faultRate = 0
    await runToTheEnd(lab)
    return await reportOf(databaseUrl, lab)
  })
}

/** Drivers who have not deleted their account. */
const DRIVERS_LEFT = `select p.id as "personId", p.email from person p join person_role r on r.person_id = p.id
  where r.role_code = '2' and p.confirmed_at is not null and p.deleted_at is null order by 1`
/** Each round begins with new codes of the second factor, and claims wait for an operator at once; no session is written. */
const RENEWED = `with rates as (delete from rate_limit),
  factors as (update second_factor set last_step = 0, wrong_codes = 0, next_code_at = null),
  claims as (update purchase_claim set operator_from = at where state = 'waiting')
  update session set created_at = $1, second_factor_at = $1,
    revoked_at = null, seen_at = $1::timestamptz + interval '1 day', expires_at = $1::timestamptz + interval '9 days'`

interface Person {
  personId: string
  email: string
  token?: string
}
interface Operator extends Person {
  role: RoleCode
}

/** Of each role more than one operator decides on the same. */
const ADDED = { olga: 'elena', omar: 'elena', dora: 'diego', cora: 'carla' }

/** Logs the operators in: their sessions are bound to the cookies of a login. */
async function logIn({ server, clock }: Lab, databaseUrl: string): Promise<Operator[]> {
  for (const [name, like] of Object.entries(ADDED))
    await insertPersonLike(server.context, name, like, uuidOf(name))
  const operators = await queryRows<Operator>(
    databaseUrl,
    `select p.id as "personId", p.email, r.role_code as role from person p join person_role r on r.person_id = p.id where r.role_code <> '2' order by p.email`,
  )
  const client = createTestClient({ post: postTo(server), now: clock.date })
  for (const operator of operators) {
    const secondFactor = currentCode(clock.date())
    const fields = { user: operator.email, password: PASSWORD, secondFactor }
    operator.token = accepted(await client.call(login, fields)).user.userSessionToken
  }
  return operators
}

/** Who acts in the rounds of a run. */
function createCast(
  lab: PaymentLab,
  { seed, mutation }: LabRun,
  { operators, context }: { operators: readonly Operator[]; context: AttemptContext },
) {
  const { random } = lab
  const kinds = mutation?.kinds ?? KINDS
  const administrators = operators.filter(({ role }) => role === ADMINISTRADOR)
  const deciders = operators.filter(({ role }) => role !== ADMINISTRADOR)
  let number = 0
  const callerOf = ({ personId, token }: Omit<Person, 'email'>): Caller => ({
    attempt: (number += 1),
    personId,
    ...(token && { token }),
    random: createRandom(seed, 'task', number),
  })
  /** The object at which the operators of a round meet. */
  let met: { kind: KindName; objectId: string } | undefined

  return {
    /** What each of some operators does with one object. */
    async operators(): Promise<Tasks> {
      if (!met || !random.bool(STAYS)) {
        const kind = random.oneOf(kinds)
        met = {
          kind,
          objectId: await drawObject(lab, callerOf(random.oneOf(administrators)), kind),
        }
      }
      const { kind, objectId } = met
      const seers = operators.filter(({ role }) => kindsOf([role]).includes(kind))
      const tasks: Tasks = {}
      for (let place = 0; place < OPERATORS_AT_ONCE; place += 1) {
        const by = callerOf(random.oneOf(random.bool(0.7) ? administrators : seers))
        const offer = drawOffer(await offersOf(lab, by, { kind, objectId }), random)
        if (!offer) continue
        tasks[`operator ${place}`] = async () => {
          const madeId = await act(lab, by, offer)
          // What an action of a list makes is of its kind.
          if (madeId && objectId === '') met = { kind, objectId: madeId }
        }
      }
      return tasks
    },
    /** Drivers, of whom one writes and one pays a debt, the network, and what runs in the background. */
    others(plan: PlannedAttempt, drivers: readonly Person[]): Tasks {
      const tasks: Tasks = {}
      for (let place = 0; place < DRIVERS_AT_ONCE; place += 1) {
        const driver = random.oneOf(drivers)
        const others = drivers.filter((one) => one !== driver)
        tasks[`driver ${place}`] = () =>
          drive({ lab, by: callerOf(driver), others }, mutation?.calls)
      }
      for (let place = 0; place < DECIDERS_AT_ONCE; place += 1) {
        const by = callerOf(random.oneOf(deciders))
        tasks[`network ${place}`] = () => decideRequest(lab, by)
      }
      const writer = random.oneOf(drivers)
      const written = { lab, by: callerOf(writer), loyaltyCode: '', others: [] }
      return {
        ...tasks,
        writer: () => writeAndRead(written),
        replica: () =>
          lab.interleaver.step('replay', () => lab.interleaver.withoutTask(lab.replay)),
        ...withBackground(lab, { payer: () => runAttempt(plan, context) }, false),
        poller: () => poll(lab, random.integer(0, 1)),
        'job 0': () => runJob(lab, random),
        'job 1': () => runJob(lab, random),
      }
    },
  }
}

/** Decides on one of the first requests that the caller sees, as another operator may at the same time. */
async function decideRequest(lab: Lab, by: Caller): Promise<void> {
  const state = by.random.oneOf(['PENDING', 'STATE_UBER_AUTHORIZED'])
  const seen = await callAs(lab, by, membershipRequestList, { state, count: 2 }, 'list')
  const waiting = seen?.membershipRequests ?? []
  if (waiting.length === 0) return
  const { reference } = by.random.oneOf(waiting)
  const decision = { reference, authorized: by.random.bool(0.7) }
  await callAs(lab, by, validateMembershipRequest, decision, 'decide')
}

async function reportOf(databaseUrl: string, lab: Lab): Promise<LabReport> {
  return await reportOn(databaseUrl, lab, {
    findings: await findingsOf(databaseUrl, lab, ({ reference }) =>
      reference.startsWith(DEBT_PREFIX),
    ),
    counts: lab.history.counts.summary(),
    state: MONEY_AND_AUDIT,
  })
}
