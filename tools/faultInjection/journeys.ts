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
  /** Operators of the demo data: of the sponsor, and of the messages. */
  sponsor: AppSession
  support: AppSession
  /** Debts that no journey has paid yet. */
  debts: PlannedDebt[]
  /** Titles of the messages that were accepted; each gets one mail with it. */
  acknowledged: string[]
}

/** One arrival of the load. */
export interface Arrival {
  index: number
  dueAt: number
  /** Draws of this arrival alone, so that the same seed gives the same load. */
  random: SeededRandom
  driver: Driver
}

/**
 * A session that has entered the password, and the second factor of an operator.
 * @throws when the login was refused or not answered
 */
export async function signIn(network: Network, user: string): Promise<AppSession> {
  const session = createAppSession(network)
  const entered = await session.call(login, { user, password: PASSWORD })
  if (!entered) throw new Error(`${user} no pudo ingresar`)
  return session
}

/** @param name of the demo data */
export async function signInOperator(network: Network, name: string): Promise<AppSession> {
  const session = await signIn(network, `${name}@demo.surtidor.uy`)
  const code = TOTP.generate({ secret: Secret.fromBase32(DEMO_SECOND_FACTOR) })
  if (!(await session.call(confirmSecondFactor, { code })))
    throw new Error(`${name} no pudo ingresar con su segundo factor`)
  return session
}

const PERIOD_DAYS = 90
const lastMonths = () => toRange(lastDays(new Date(), PERIOD_DAYS))
const listOf = ({ loyaltyCode }: Driver) => ({
  loyaltyCode: loyaltyCode ?? '',
  ...lastMonths(),
  count: 50,
})

type Journey = (arrival: Arrival, context: LoadContext) => Promise<unknown>

/** Signs the driver in, in a browser of its own; the driver goes on with the new session. */
const logInAgain: Journey = async ({ driver, dueAt }, { network }) => {
  const session = createAppSession(network)
  const fields = { user: driver.email, password: PASSWORD }
  if (await session.call(login, fields, dueAt)) driver.session = session
}

/** The calls that the main screen prefetches. */
const showMain: Journey = ({ driver, dueAt }) => {
  const { session } = driver
  return Promise.all([
    session.call(loyalties, {}, dueAt),
    session.call(getDebts, { type: '2' }, dueAt),
    session.call(movements, listOf(driver), dueAt),
    session.call(notifications, {}, dueAt),
    session.call(branches, {}, dueAt),
  ])
}

/** One of the lists. */
const showList: Journey = ({ driver, random, dueAt }) => {
  const { session } = driver
  return random.oneOf<() => Promise<unknown>>([
    () => session.call(movements, listOf(driver), dueAt),
    () => session.call(accountStatus, listOf(driver), dueAt),
    () => session.call(getPayments, lastMonths(), dueAt),
    () => session.call(membershipRequestList, {}, dueAt),
  ])()
}

/** Opens the notifications and reads the newest. */
const readNewest: Journey = async ({ driver: { session }, dueAt }) => {
  const [newest] = (await session.call(notifications, {}, dueAt))?.notifications ?? []
  if (newest) await session.call(readNotification, { notificationId: newest.id })
}

/** Pays a debt: the token, the gateway's page, and the signed return. */
const pay: Journey = async ({ dueAt }, { debts, drivers, sandbox }) => {
  const debt = debts.shift()
  const driver = drivers.find(({ personId }) => personId === debt?.personId)
  if (!debt || !driver) throw new Error('no quedan deudas por pagar')
  const fields = { debtData: { reference: debt.reference } }
  const opened = await driver.session.call(getGEOPayAccessToken, fields, dueAt)
  const geopayResponse = opened && (await submitCard(sandbox, opened.accessToken))
  if (geopayResponse) await driver.session.call(processGEOPayResponse, { geopayResponse })
}

/** Sends a message to the network, which a mail acknowledges. */
const sendMessage: Journey = async ({ index, dueAt }, { drivers, acknowledged }) => {
  // The drivers in turn: each may send five messages an hour.
  const driver = drivers[acknowledged.length % drivers.length]
  const title = `Carga ${index}.`
  const fields = { title, text: 'Una consulta de la prueba de carga.', type: 'Consulta' }
  if (await driver?.session.call(contact, fields, dueAt)) acknowledged.push(title)
}

/** Asks for a loyalty of the sponsor. */
const askForMembership: Journey = ({ driver: { session }, index, dueAt }) => {
  const plate = `SOK${String(index % 10_000).padStart(4, '0')}`
  const request = { programme: 'uber', vehicle: { mark: 'fiat', plate, fuel: 'super' } } as const
  return session.call(membershipRequest, { request }, dueAt)
}

/** The sponsor rejects one of the oldest requests, so that the driver may ask again. */
const rejectRequest: Journey = async ({ random, dueAt }, { sponsor }) => {
  const fields = { state: 'PENDING', order: 'oldest', count: 20 } as const
  const list = await sponsor.call(membershipRequestList, fields, dueAt)
  if (!list?.membershipRequests.length) return
  // Several operators decide at the same time: a random one of the oldest is seldom decided already.
  const { reference } = random.oneOf(list.membershipRequests)
  const observations = 'Decidido en la prueba de carga.'
  await sponsor.call(validateMembershipRequest, { reference, authorized: false, observations })
}

/** Lists the messages without an answer, and answers one. */
const answerContact: Journey = async ({ random, dueAt }, { support }) => {
  const list = await support.call(contactMessages, { state: 'RECEIVED', count: 20 }, dueAt)
  if (!list?.messages.length) return
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
  [3, rejectRequest],
  [3, answerContact],
]
/** The journeys, each repeated by its share. */
export const WEIGHTED_JOURNEYS = JOURNEYS.flatMap(([percent, journey]) =>
  Array<Journey>(percent).fill(journey),
)
/** More payments and messages than a run draws: each needs a debt, or a driver below the limit of an hour. */
export const expectedPayments = (arrivals: number) => Math.ceil(arrivals * 0.1) + 20
export const expectedMessages = (arrivals: number) => Math.ceil(arrivals * 0.035) + 20
