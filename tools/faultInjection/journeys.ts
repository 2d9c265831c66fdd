import { Secret, TOTP } from 'otpauth'
import { lastDays, toRange } from '#contract/dates.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { branches } from '#contract/info/branches.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { answerMessage } from '#contract/operator/answerMessage.ts'
import { contactMessages } from '#contract/operator/contactMessages.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { contact } from '#contract/user/contact.ts'
import { login } from '#contract/user/login.ts'
import { notifications } from '#contract/user/notifications.ts'
import { readNotification } from '#contract/user/readNotification.ts'
import { DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import { PASSWORD, type Payer, type PlannedDebt } from '#testing/harness/population.ts'
import {
  type AppSession,
  createAppSession,
  type Network,
} from '#tools/faultInjection/appSession.ts'
import { submitCard } from '#tools/faultInjection/hostedPage.ts'

/** A signed-in driver. */
export type Driver = Payer & { session: AppSession }

/** The context that the journeys of a run share. */
export interface LoadContext {
  network: Network
  sandbox: string
  drivers: Driver[]
  /** The operators of the demo data: of the sponsor, of the network, and of the messages. */
  operators: { sponsor: AppSession; network: AppSession; support: AppSession }
  /** Debts that no journey has paid yet. */
  debts: PlannedDebt[]
  /** Number of contact messages sent. */
  messages: number
  /** Titles of the messages that were accepted; each gets one mail with it. */
  acknowledged: string[]
}

/** One arrival of the load. */
export interface Arrival {
  index: number
  dueAt: number
  /** Draws of this arrival alone, so that the same seed gives the same load. */
  random: SeededRandom
}

/**
 * A session that has entered the password, and the second factor of an operator.
 * @throws when the login was refused or not answered
 */
export async function signIn(
  network: Network,
  user: string,
  { secondFactor }: { secondFactor: boolean },
): Promise<AppSession> {
  const session = createAppSession(network)
  const code = TOTP.generate({ secret: Secret.fromBase32(DEMO_SECOND_FACTOR) })
  const entered =
    (await session.call(login, { user, password: PASSWORD })) &&
    (!secondFactor || (await session.call(confirmSecondFactor, { code })))
  if (entered) return session
  const { unanswered, refusals } = network.recorder
  const reason = unanswered.at(-1)?.reason ?? `negativas: ${[...refusals.keys()].join(', ')}`
  throw new Error(`${user} no pudo ingresar: ${reason}`)
}

const PERIOD_DAYS = 90
const lastMonths = () => toRange(lastDays(new Date(), PERIOD_DAYS))
const listOf = ({ loyaltyCode }: Driver) => ({
  loyaltyCode: loyaltyCode ?? '',
  ...lastMonths(),
  count: 50,
})

type Journey = (context: LoadContext, arrival: Arrival) => Promise<unknown>

/** Signs a driver in, in a browser of its own; the driver goes on with the new session. */
const logInAgain: Journey = async ({ drivers, network }, { random, dueAt }) => {
  const driver = random.oneOf(drivers)
  const session = createAppSession(network)
  const fields = { user: driver.email, password: PASSWORD }
  if (await session.call(login, fields, dueAt)) driver.session = session
}

/** The calls that the main screen prefetches. */
const showMain: Journey = async ({ drivers }, { random, dueAt }) => {
  const driver = random.oneOf(drivers)
  const { session } = driver
  await Promise.all([
    session.call(loyalties, {}, dueAt),
    session.call(getDebts, { type: '2' }, dueAt),
    session.call(movements, listOf(driver), dueAt),
    session.call(notifications, {}, dueAt),
    session.call(branches, {}, dueAt),
  ])
}

/** One of the lists. */
const showList: Journey = ({ drivers }, { random, dueAt }) => {
  const driver = random.oneOf(drivers)
  const { session } = driver
  return random.oneOf<() => Promise<unknown>>([
    () => session.call(movements, listOf(driver), dueAt),
    () => session.call(accountStatus, listOf(driver), dueAt),
    () => session.call(getPayments, lastMonths(), dueAt),
    () => session.call(membershipRequestList, {}, dueAt),
  ])()
}

/** Opens the notifications and reads the newest. */
const readNewest: Journey = async ({ drivers }, { random, dueAt }) => {
  const { session } = random.oneOf(drivers)
  const [newest] = (await session.call(notifications, {}, dueAt))?.notifications ?? []
  if (newest) await session.call(readNotification, { notificationId: newest.id })
}

/** Pays a debt: the token, the gateway's page, and the signed return. */
const pay: Journey = async ({ debts, drivers, sandbox }, { dueAt }) => {
  const debt = debts.shift()
  const driver = drivers.find(({ personId }) => personId === debt?.personId)
  if (!debt || !driver) throw new Error('no quedan deudas por pagar')
  const fields = { debtData: { reference: debt.reference } }
  const opened = await driver.session.call(getGEOPayAccessToken, fields, dueAt)
  const geopayResponse = opened && (await submitCard(sandbox, opened.accessToken, 'plain'))
  if (geopayResponse) await driver.session.call(processGEOPayResponse, { geopayResponse })
}

/** Sends a message to the network, which a mail acknowledges. */
const sendMessage: Journey = async (context, { index, dueAt }) => {
  // The drivers in turn: each may send five messages an hour.
  const driver = context.drivers[context.messages++ % context.drivers.length]
  const title = `Carga ${index}.`
  const fields = { title, text: 'Una consulta de la prueba de carga.', type: 'Consulta' }
  if (await driver?.session.call(contact, fields, dueAt)) context.acknowledged.push(title)
}

/** Asks for a loyalty, which the operators decide on. */
const askForMembership: Journey = async ({ drivers }, { random, index, dueAt }) => {
  const { session } = random.oneOf(drivers)
  const plate = `SOK${String(index % 10_000).padStart(4, '0')}`
  const request = {
    programme: random.oneOf(['uber', 'surtidor']),
    vehicle: { mark: 'fiat', plate, fuel: 'super' },
  }
  await session.call(membershipRequest, { request }, dueAt)
}

/** Lists what waits for a decision, and decides on one of the oldest. */
const decideRequest: Journey = async ({ operators }, { random, dueAt }) => {
  const { sponsor, network } = operators
  const [session, state] = random.oneOf([
    [sponsor, 'PENDING'],
    [network, 'STATE_UBER_AUTHORIZED'],
    [network, 'PENDING'],
  ] as const)
  const list = await session.call(
    membershipRequestList,
    { state, order: 'oldest', count: 20 },
    dueAt,
  )
  // Several operators decide at the same time: a random one of the oldest is seldom decided already.
  const waiting = list?.membershipRequests.filter(
    ({ sponsored }) => state !== 'PENDING' || sponsored === (session === sponsor),
  )
  if (!waiting?.length) return
  const { reference } = random.oneOf(waiting)
  // The network rejects, so that the driver may ask again.
  const authorized = session === sponsor && random.bool(0.5)
  const observations = 'Decidido en la prueba de carga.'
  await session.call(validateMembershipRequest, { reference, authorized, observations })
}

/** Lists the messages without an answer, and answers one. */
const answerContact: Journey = async ({ operators: { support } }, { random, dueAt }) => {
  const list = await support.call(contactMessages, { state: 'RECEIVED', count: 20 }, dueAt)
  if (!list || list.messages.length === 0) return
  const messageId = random.oneOf(list.messages).id
  await support.call(answerMessage, { messageId, answer: 'Gracias por escribirnos.' })
}

/** Share of each journey among the arrivals, in per cent. */
const JOURNEYS: readonly [percent: number, journey: Journey][] = [
  [5, logInAgain],
  [35, showMain],
  [30, showList],
  [10, readNewest],
  [8, pay],
  [3, sendMessage],
  [3, askForMembership],
  [3, decideRequest],
  [3, answerContact],
]
/** The journeys, each repeated by its share. */
export const WEIGHTED_JOURNEYS = JOURNEYS.flatMap(([percent, journey]) =>
  Array<Journey>(percent).fill(journey),
)
/** More payments and messages than a run draws: each needs a debt, or a driver below the limit of an hour. */
export const expectedPayments = (arrivals: number) => Math.ceil(arrivals * 0.1) + 20
export const expectedMessages = (arrivals: number) => Math.ceil(arrivals * 0.035) + 20
