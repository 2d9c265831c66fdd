import pLimit from 'p-limit'
import { lastDays, toRange } from '#contract/dates.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { branches } from '#contract/info/branches.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { contact } from '#contract/user/contact.ts'
import { login } from '#contract/user/login.ts'
import { notifications } from '#contract/user/notifications.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import { type Client, createClient, type Network } from '#lab/processes/client.ts'
import { PASSWORD, type Payer, type PlannedDebt } from '#testing/harness/population.ts'
import { cardNumber, submitPage } from '#testing/harness/sandboxControl.ts'

/** A signed-in driver. */
export type Driver = Payer & { session: Client }

interface LoadOptions {
  network: Network
  sandbox: string
  drivers: Driver[]
  /** Debts that no journey has paid yet. */
  debts: PlannedDebt[]
}
/** The context that the journeys of a run share. */
interface LoadContext extends LoadOptions {
  /** Number of messages that were sent. */
  messages: number
  /** Titles of the messages that were accepted; each gets one mail with it. */
  acknowledged: string[]
}

/** One arrival of the load. */
interface Arrival {
  index: number
  /** When the first call of the journey is due. */
  due: { dueAt: number }
  /** Draws of this arrival alone, so that the same seed gives the same load. */
  random: SeededRandom
  driver: Driver
}

const LOGINS_AT_A_TIME = 4

/** Signs drivers in, a few at a time. @throws when a login was refused or not answered */
export const signInAll = <Person extends Payer>(
  network: Network,
  payers: readonly Person[],
): Promise<(Person & Driver)[]> =>
  pLimit(LOGINS_AT_A_TIME).map(payers, async (payer) => {
    const { personId, email } = payer
    const session = createClient(network, personId)
    if (await session.call(login, { user: email, password: PASSWORD })) return { ...payer, session }
    throw new Error(`${email} no pudo ingresar: ${network.history.unanswered.at(-1)?.reason}`)
  })

const PERIOD_DAYS = 90
const lastMonths = () => toRange(lastDays(new Date(), PERIOD_DAYS))
const listOf = ({ loyaltyCode }: Driver) => ({
  loyaltyCode: loyaltyCode ?? '',
  ...lastMonths(),
  count: 50,
})

type Journey = (arrival: Arrival, context: LoadContext) => Promise<unknown>

/** Signs the driver in, in a browser of its own; the driver goes on with the new session. */
const logInAgain: Journey = async ({ driver, due }, { network }) => {
  const session = createClient(network, driver.personId)
  const fields = { user: driver.email, password: PASSWORD }
  if (await session.call(login, fields, due)) driver.session = session
}

/** The calls that the main screen prefetches. */
const showMain: Journey = ({ driver, due }) => {
  const { session } = driver
  return Promise.all([
    session.call(loyalties, {}, due),
    session.call(getDebts, { type: '2' }, due),
    session.call(movements, listOf(driver), due),
    session.call(notifications, {}, due),
    session.call(branches, {}, due),
  ])
}

const showList: Journey = ({ driver, random, due }) => {
  const { session } = driver
  return random.oneOf<() => Promise<unknown>>([
    () => session.call(movements, listOf(driver), due),
    () => session.call(accountStatus, listOf(driver), due),
    () => session.call(getPayments, lastMonths(), due),
    () => session.call(membershipRequestList, {}, due),
  ])()
}

/** Pays a debt: the token, the gateway's page, and the signed return. */
const pay: Journey = async ({ due }, { debts, drivers, sandbox }) => {
  const debt = debts.shift()
  const driver = drivers.find(({ personId }) => personId === debt?.personId)
  if (!debt || !driver) throw new Error('no quedan deudas por pagar')
  const fields = { debtData: { reference: debt.reference } }
  const opened = await driver.session.call(getGEOPayAccessToken, fields, due)
  if (!opened) return
  const form = { token: opened.fields.accessToken, card: cardNumber('Crédito') }
  const { data: geopayResponse } = await submitPage(sandbox, form)
  if (geopayResponse) await driver.session.call(processGEOPayResponse, { geopayResponse })
}

/** Sends a message to the network, which a mail acknowledges. */
const sendMessage: Journey = async ({ index, due }, context) => {
  const { drivers, acknowledged } = context
  // The drivers in turn: each may send five messages an hour.
  const driver = drivers[context.messages % drivers.length]
  context.messages += 1
  const title = `Carga ${index}.`
  const fields = { title, text: 'Una consulta de la prueba de carga.', type: 'Consulta' }
  if (await driver?.session.call(contact, fields, due)) acknowledged.push(title)
}

/** Share of each journey among the arrivals, in per cent. */
const JOURNEYS: readonly [percent: number, journey: Journey][] = [
  [5, logInAgain],
  [40, showMain],
  [38, showList],
  [10, pay],
  [7, sendMessage],
]
/** The journeys, each repeated by its share. */
const WEIGHTED_JOURNEYS = JOURNEYS.flatMap(([percent, journey]) =>
  Array<Journey>(percent).fill(journey),
)
/** The arrivals of a load, each a journey of a driver that its own random numbers draw. */
export function createLoad(options: LoadOptions) {
  const context: LoadContext = { ...options, messages: 0, acknowledged: [] }
  return {
    acknowledged: context.acknowledged,
    async arrive(index: number, dueAt: number, random: SeededRandom): Promise<void> {
      const driver = random.oneOf(context.drivers)
      await random.oneOf(WEIGHTED_JOURNEYS)({ index, due: { dueAt }, random, driver }, context)
    },
  }
}

/** More payments and messages than a run draws: each needs a debt, or a driver below the limit of an hour. */
export const expectedPayments = (arrivals: number) => Math.ceil(arrivals * 0.12) + 20
export const expectedMessages = (arrivals: number) => Math.ceil(arrivals * 0.08) + 20
