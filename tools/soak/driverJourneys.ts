import { lastDays, toRange } from '#contract/dates.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { movements } from '#contract/financial/movements.ts'
import { branches } from '#contract/info/branches.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequest } from '#contract/loyalty/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { contact } from '#contract/user/contact.ts'
import { login } from '#contract/user/login.ts'
import { notifications } from '#contract/user/notifications.ts'
import { readNotification } from '#contract/user/readNotification.ts'
import { CARDS } from '#sandbox/cards.ts'
import { PASSWORD } from '#testing/harness/population.ts'
import { createAppSession } from '#tools/soak/appSession.ts'
import type { Arrival, Driver, LoadContext } from '#tools/soak/loadContext.ts'

const BY_CARD = { type: '2' }
const PERIOD_DAYS = 90
const lastMonths = () => toRange(lastDays(new Date(), PERIOD_DAYS))

/** Signs a driver in, in a browser of its own; the driver goes on with the new session. */
export async function logIn(context: LoadContext, { random, dueAt }: Arrival): Promise<void> {
  const driver = random.oneOf(context.drivers)
  const session = createAppSession(context.network)
  const fields = { user: driver.email, password: PASSWORD }
  if (await session.call(login, fields, { callClass: 'login', dueAt })) driver.session = session
}

/** The calls that the main screen prefetches. */
export async function showMain(context: LoadContext, { random, dueAt }: Arrival): Promise<void> {
  const { session, loyaltyCode } = random.oneOf(context.drivers)
  const options = { callClass: 'main', dueAt } as const
  const ofLoyalty = { loyaltyCode: loyaltyCode ?? '', ...lastMonths(), count: 50 }
  await Promise.all([
    session.call(loyalties, {}, options),
    session.call(getDebts, BY_CARD, options),
    session.call(movements, ofLoyalty, options),
    session.call(notifications, {}, options),
    session.call(branches, {}, options),
  ])
}

/** One of the lists. */
export async function showList(context: LoadContext, { random, dueAt }: Arrival): Promise<void> {
  const { session, loyaltyCode } = random.oneOf(context.drivers)
  const options = { callClass: 'lists', dueAt } as const
  const ofLoyalty = { loyaltyCode: loyaltyCode ?? '', ...lastMonths(), count: 50 }
  await random.oneOf([
    () => session.call(movements, ofLoyalty, options),
    () => session.call(accountStatus, ofLoyalty, options),
    () => session.call(getPayments, lastMonths(), options),
    () => session.call(membershipRequestList, {}, options),
  ])()
}

/** Opens the notifications and reads the newest. */
export async function readNewest(context: LoadContext, { random, dueAt }: Arrival): Promise<void> {
  const { session } = random.oneOf(context.drivers)
  const callClass = 'notifications'
  const answer = await session.call(notifications, {}, { callClass, dueAt })
  const [newest] = answer?.notifications ?? []
  if (newest) await session.call(readNotification, { notificationId: newest.id }, { callClass })
}

const CARD = CARDS.find(({ code, behaviour }) => code === '00' && behaviour === 'plain')?.number

/** Pays a debt: the token, the gateway's page, and the signed return. */
export async function pay(context: LoadContext, { dueAt }: Arrival): Promise<void> {
  const debt = context.debts.shift()
  const driver = context.drivers.find(({ personId }) => personId === debt?.personId)
  if (!debt || !driver) throw new Error('no quedan deudas por pagar')
  const callClass = 'payments'
  const fields = { debtData: { reference: debt.reference } }
  const opened = await driver.session.call(getGEOPayAccessToken, fields, { callClass, dueAt })
  if (!opened) return
  const { accessToken } = opened
  const response = await fetch(`${context.sandbox}/sandbox/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: accessToken, card: CARD }),
    signal: AbortSignal.timeout(30_000),
  })
  const { data } = (await response.json()) as { data: string | null }
  if (data === null) return
  const returned = { geopayResponse: data }
  await driver.session.call(processGEOPayResponse, returned, { callClass })
}

/** Sends a message to the network, which a mail acknowledges. */
export async function sendMessage(context: LoadContext, { index, dueAt }: Arrival): Promise<void> {
  // The drivers in turn: each may send five messages an hour.
  const driver = context.drivers[context.messages++ % context.drivers.length] as Driver
  const title = `Soak ${index}.`
  const fields = { title, text: 'Una consulta de la prueba de carga.', type: 'Consulta' }
  const sent = await driver.session.call(contact, fields, { callClass: 'mail', dueAt })
  if (sent) context.acknowledged.push({ recipient: driver.email, title })
}

/** Asks for a loyalty, which the operators decide on. */
export async function askForMembership(
  context: LoadContext,
  { random, index, dueAt }: Arrival,
): Promise<void> {
  const { session } = random.oneOf(context.drivers)
  const plate = `SOK${String(index % 10_000).padStart(4, '0')}`
  const request = {
    programme: random.oneOf(['uber', 'surtidor']),
    vehicle: { mark: 'fiat', plate, fuel: 'super' },
  }
  await session.call(membershipRequest, { request }, { callClass: 'main', dueAt })
}
