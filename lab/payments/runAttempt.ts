import type { AnswerOf, CallContract, RequestOf } from '#contract/call.ts'
import { lastDays, toRange } from '#contract/dates.ts'
import { APP_NET } from '#contract/header.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import type { Forger, PaymentFacts } from '#lab/evidence/forger.ts'
import type { History } from '#lab/evidence/history.ts'
import type {
  PlannedAttempt,
  PlannedReturn,
  PlannedTokenRequest,
  ServerIndex,
} from '#lab/payments/planAttempts.ts'
import type { PlannedDebt } from '#testing/harness/population.ts'
import { cardNumber } from '#testing/harness/sandboxControl.ts'

/** What a call is sent with. */
export interface Sending {
  /** Name of the request within its person's session, its audit number. */
  identity: string
  attempt: number
  server: ServerIndex
  /** Milliseconds after which the first try is dropped; null: never. */
  cutAfterMs: number | null
}

/** The session of a person, whose requests are sent until they are answered. */
export interface PayerClient {
  personId: string
  /** @returns the fields of an answer with 00, and when its request was first sent and it arrived; null after a refusal */
  call: <S extends CallContract>(
    contract: S,
    fields: RequestOf<S>,
    sending: Sending,
  ) => Promise<{ fields: AnswerOf<S>; from: number; until: number } | null>
}

/** How attempts reach the programs of a stack. */
export interface PaymentPrograms {
  /** Submits or cancels the page of a token. @returns the `data` of the way back, null without one */
  submitPage: (form: { token: string; card?: string; cancel?: true }) => Promise<string | null>
  /** Sends a message to the server as the gateway does. @returns the status; undefined without an answer */
  postWebhook: (server: ServerIndex, message: object) => Promise<number | undefined>
  pause: (milliseconds: number) => Promise<unknown>
  now: () => Date
}

/** The context that all attempts of a run share. */
export interface AttemptContext extends PaymentPrograms {
  debts: readonly PlannedDebt[]
  /** By person id. */
  clients: ReadonlyMap<string, PayerClient>
  forger: Forger
  history: History
  /** The newest genuine returns, which other people send as theirs. */
  genuineReturns: { personId: string; data: string }[]
}

/** An attempt to pay that is under way. */
interface Attempt extends AttemptContext {
  plan: PlannedAttempt
  debt: PlannedDebt
  /** The session of the person who owes the debt. */
  client: PayerClient
}

/** More days than the demo data covers. */
const PERIOD_DAYS = 1000
/** A period with all payments of a person. */
export const recentPeriod = (now: Date) => toRange(lastDays(now, PERIOD_DAYS))

/** Carries out one attempt to pay, from the first token request to the last return. */
export async function runAttempt(plan: PlannedAttempt, context: AttemptContext): Promise<void> {
  const debt = context.debts[plan.debt - 1]
  const client = debt && context.clients.get(debt.personId)
  if (!debt || !client) throw new Error(`attempt ${plan.number} has no debt`)
  const attempt = { ...context, plan, debt, client }
  if (plan.readsState)
    await send(attempt, 'd', { server: plan.number % 2 ? 1 : 0 }, getDebts, { type: '2' })

  const tokens = await requestTokens(attempt)
  const forgedWebhooks = tokens.map((token) => forgeWebhook(attempt, { ...debt, token }))
  if (plan.page !== 'leave') {
    await Promise.all(
      tokens.map(async (token, page) => {
        const data = await payOrCancel(context, token, plan)
        if (plan.readsState) await readPayment(attempt, `${page}a`, token)
        await sendReturns(attempt, page, { ...debt, token }, data)
      }),
    )
  }
  await Promise.all(forgedWebhooks)
  if (plan.readsState)
    for (const [page, token] of tokens.entries()) await readPayment(attempt, `${page}z`, token)
}

/** Sends a call, by default as the person who owes the debt. @param request its name within the attempt */
function send<S extends CallContract>(
  { plan, client }: Attempt,
  request: string,
  { server, cutAfterMs = null }: { server: ServerIndex; cutAfterMs?: number | null },
  contract: S,
  fields: RequestOf<S>,
  sender = client,
) {
  const identity = `${plan.number}-${request}`
  return sender.call(contract, fields, { server, identity, cutAfterMs, attempt: plan.number })
}

/** Opens payments: sends the planned token requests; returns the different tokens of their answers. */
async function requestTokens(attempt: Attempt): Promise<string[]> {
  const { plan, debt, history, pause } = attempt
  const { reference, installments } = debt
  const request = async (planned: PlannedTokenRequest): Promise<string | null> => {
    await pause(planned.delayMs)
    const answer = await send(attempt, `t${planned.identity}`, planned, getGEOPayAccessToken, {
      geopayNetId: APP_NET.netId,
      geopayMerchantId: '900001',
      debtData: { reference, installments: planned.singleInstallment ? 1 : installments },
    })
    if (!answer) {
      history.counts.add('token refused')
      return null
    }
    const token = answer.fields.accessToken
    history.recordToken({ token, reference, attempt: plan.number })
    return token
  }
  const tokens = await Promise.all(plan.tokenRequests.map(request))
  const [first] = plan.tokenRequests
  // After a refusal the person tries again, later, with an identity that no planned request has.
  if (first && !tokens.some((token) => token !== null))
    tokens.push(await request({ ...first, identity: 9, delayMs: 1500, cutAfterMs: null }))
  return [...new Set(tokens.filter((token) => token !== null))]
}

/** Submits or cancels the page as planned. @returns the `data` of the way back, null without one */
async function payOrCancel(
  { submitPage }: PaymentPrograms,
  token: string,
  { page, card, submitTwice }: PlannedAttempt,
): Promise<string | null> {
  const form = {
    token,
    ...(page === 'cancel' ? { cancel: true as const } : { card: cardNumber(card) }),
  }
  const submissions = (submitTwice ? [form, form] : [form]).map(submitPage)
  const [data = null] = await Promise.all(submissions)
  return data
}

/** Reads the payment's state as its owner, and tries to as another person. */
async function readPayment(attempt: Attempt, moment: string, token: string): Promise<void> {
  const { plan, client, clients, history, now } = attempt
  const fields = { accessToken: token, ...recentPeriod(now()) }
  const options = { server: plan.number % 3 === 0 ? 1 : 0 } as const
  const answer = await send(attempt, `l${moment}`, options, getPayments, fields)
  const state = answer?.fields.payments[0]?.state
  if (answer && state)
    history.observations.push({ token, state, from: answer.from, until: answer.until })
  const other = [...clients.values()].find(({ personId }) => personId !== client.personId)
  const answerToOther =
    other && (await send(attempt, `p${moment}`, options, getPayments, fields, other))
  if (answerToOther && answerToOther.fields.payments.length > 0)
    history.violations.P11.push({ attempt: plan.number, token, what: 'shown to another person' })
}

const MAX_GENUINE_RETURNS = 40

/**
 * Sends the planned returns to our servers.
 * @param page index of the payment within the attempt
 * @param data what the gateway gave the browser, null without a way back
 */
async function sendReturns(
  attempt: Attempt,
  page: number,
  payment: PaymentFacts & PlannedDebt,
  data: string | null,
): Promise<void> {
  const { plan, client, forger, history, genuineReturns } = attempt
  const clients = [...attempt.clients.values()]
  const { personId, token } = payment
  const ofOtherPerson = genuineReturns.find((each) => each.personId !== personId)
  const isGenuine = data !== null && forger.isGenuine(data, payment)
  const dataOf = (planned: PlannedReturn['data']) => {
    if (planned === 'own') return data
    return planned === 'otherPerson'
      ? (ofOtherPerson?.data ?? null)
      : forger.forgeReturn(planned, payment)
  }
  await Promise.all(
    plan.returns.map(async (planned, index) => {
      await attempt.pause(planned.delayMs)
      const otherClient = clients[(plan.number + index) % clients.length] ?? client
      const sender = planned.byOtherPerson ? otherClient : client
      const geopayResponse = dataOf(planned.data)
      if (geopayResponse === null) return
      // The sender whom the plan names may be the one who paid.
      if (geopayResponse === ofOtherPerson?.data && sender.personId === ofOtherPerson.personId)
        return
      const request = `r${page}${planned.identity}`
      const fields = { geopayResponse }
      const answer = await send(attempt, request, planned, processGEOPayResponse, fields, sender)
      if (planned.data !== 'own') history.counts.add('forged return')
      if (!answer) return
      const row = { attempt: plan.number, token, what: `return, ${planned.data}` }
      if (sender.personId !== personId || planned.data === 'otherPerson')
        history.violations.P11.push({ ...row, sender: sender.personId })
      else if (planned.data !== 'own' || !isGenuine) history.violations.forged.push(row)
      else {
        const { from, until } = answer
        history.observations.push({ token, state: answer.fields.payment.state, from, until })
      }
    }),
  )
  if (isGenuine) genuineReturns.push({ personId, data })
  if (genuineReturns.length > MAX_GENUINE_RETURNS) genuineReturns.shift()
}

async function forgeWebhook(
  { plan, forger, history, pause, postWebhook }: Attempt,
  payment: PaymentFacts,
): Promise<void> {
  if (!plan.forgedWebhook) return
  const { forgery, server, delayMs } = plan.forgedWebhook
  await pause(delayMs)
  const status = await postWebhook(server, forger.forgeWebhook(forgery, payment))
  history.counts.add('forged webhook')
  const attempt = plan.number
  if (status === 200) history.violations.forged.push({ attempt, what: `webhook, ${forgery}` })
  else if (status !== undefined && status !== 401)
    history.violations.X1.push({ attempt, call: 'webhook', status })
}
