import { setTimeout as sleep } from 'node:timers/promises'
import { lastDays, toRange } from '#contract/dates.ts'
import { MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { APP_NET } from '#contract/header.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import { CARDS } from '#sandbox/cards.ts'
import type { PlannedDebt } from '#testing/harness/population.ts'
import type { RetryingClient } from '#tools/faultInjection/client.ts'
import { type Forger, type PaymentFacts, sendForgery } from '#tools/faultInjection/forger.ts'
import type { HistoryRecorder } from '#tools/faultInjection/history.ts'
import type {
  Card,
  PlannedAttempt,
  PlannedReturn,
  PlannedTokenRequest,
  ServerIndex,
} from '#tools/faultInjection/workload.ts'

/** What all attempts of a run share. */
export interface AttemptContext {
  servers: readonly [string, string]
  sandbox: string
  debts: readonly PlannedDebt[]
  /** By person id. */
  clients: ReadonlyMap<string, RetryingClient>
  forger: Forger
  history: HistoryRecorder
  /** The newest genuine returns, which other people send as theirs. */
  genuineReturns: { personId: string; data: string }[]
}

/** An identity that no planned token request has. */
const RETRY_IDENTITY = 9
const MAX_GENUINE_RETURNS = 40

/** Carries out one attempt to pay, from the first token request to the last return. */
export async function runAttempt(plan: PlannedAttempt, context: AttemptContext): Promise<void> {
  const debt = context.debts[plan.debt - 1]
  const client = debt && context.clients.get(debt.personId)
  if (!debt || !client) throw new Error(`attempt ${plan.number} has no debt`)
  if (plan.readsState)
    await client.call(getDebts, { type: '2' }, sendOptions(plan, 'd', plan.number % 2 ? 1 : 0))

  const tokens = await requestTokens(plan, debt, client, context)
  const forgedWebhooks = tokens.map((token) => forgeWebhook(plan, { ...debt, token }, context))
  if (plan.page !== 'leave') {
    await Promise.all(
      tokens.map(async (token, index) => {
        const data = await submitPage(plan, token, context)
        if (plan.readsState) await readPayment(plan, `${index}a`, token, client, context)
        await sendReturns(plan, index, { ...debt, token }, data, client, context)
      }),
    )
  }
  await Promise.all(forgedWebhooks)
  if (plan.readsState)
    for (const [index, token] of tokens.entries())
      await readPayment(plan, `${index}z`, token, client, context)
}

const sendOptions = (
  { number }: PlannedAttempt,
  request: string,
  server: ServerIndex,
  cutAfterMs: number | null = null,
) => ({ server, identity: `${number}-${request}`, cutAfterMs, attempt: number })

/** Sends the planned token requests; returns the different tokens of their answers. */
async function requestTokens(
  plan: PlannedAttempt,
  debt: PlannedDebt,
  client: RetryingClient,
  { history }: AttemptContext,
): Promise<string[]> {
  const { reference, installments } = debt
  const send = async (planned: PlannedTokenRequest): Promise<string | null> => {
    await sleep(planned.delayMs)
    const answer = await client.call(
      getGEOPayAccessToken,
      {
        geopayNetId: APP_NET.netId,
        geopayMerchantId: '900001',
        debtData: { reference, installments: planned.singleInstallment ? 1 : installments },
      },
      sendOptions(plan, `t${planned.identity}`, planned.server, planned.cutAfterMs),
    )
    if (!answer?.ok) {
      history.count('token refused')
      return null
    }
    const token = answer.fields.accessToken
    history.recordToken({ token, reference, attempt: plan.number })
    return token
  }
  const tokens = await Promise.all(plan.tokenRequests.map(send))
  if (!tokens.some((token) => token !== null)) {
    // The answer to a refused request asks the person to try again later.
    tokens.push(
      await send({
        server: 0,
        identity: RETRY_IDENTITY,
        singleInstallment: false,
        delayMs: 1500,
        cutAfterMs: null,
      }),
    )
  }
  return [...new Set(tokens.filter((token) => token !== null))]
}

/** Submits or cancels the hosted page; returns the `data` of the way back, null without one. */
async function submitPage(
  plan: PlannedAttempt,
  token: string,
  { sandbox }: AttemptContext,
): Promise<string | null> {
  const form =
    plan.page === 'cancel' ? { token, cancel: true } : { token, card: CARD_NUMBERS[plan.card] }
  const submit = () => postForm(`${sandbox}/sandbox/pay`, form)
  const [data] = await Promise.all(plan.submitTwice ? [submit(), submit()] : [submit()])
  return data ?? null
}

/** Posts a form to the sandbox until it answers. */
async function postForm(url: string, form: object): Promise<string | null> {
  for (let tries = 0; tries < 30; tries += 1) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(form),
        signal: AbortSignal.timeout(20_000),
      })
      const answer = (await response.json()) as { kind: string; data: string | null }
      if (answer.kind === 'corrected') throw new SyntaxError('the page refused the form')
      return answer.data
    } catch (error) {
      if (error instanceof SyntaxError) throw error
      await sleep(300)
    }
  }
  return null
}

/** Sends the planned returns to our servers. */
async function sendReturns(
  plan: PlannedAttempt,
  page: number,
  payment: PaymentFacts & PlannedDebt,
  data: string | null,
  client: RetryingClient,
  context: AttemptContext,
): Promise<void> {
  const { genuineReturns, forger } = context
  const clients = [...context.clients.values()]
  const ofOtherPerson =
    genuineReturns.find(({ personId }) => personId !== payment.personId)?.data ?? null
  const isGenuine = data !== null && forger.isGenuine(data, payment)
  await Promise.all(
    plan.returns.map(async (planned, index) => {
      await sleep(planned.delayMs)
      const sent =
        planned.data === 'own'
          ? data
          : planned.data === 'otherPerson'
            ? ofOtherPerson
            : forger.forgeReturn(planned.data, payment)
      const otherClient = clients[(plan.number + index) % clients.length] ?? client
      const sender = planned.byOtherPerson ? otherClient : client
      if (sent !== null)
        await sendReturn(plan, page, planned, sent, { sender, payment, isGenuine }, context)
    }),
  )
  if (isGenuine) genuineReturns.push({ personId: payment.personId, data })
  if (genuineReturns.length > MAX_GENUINE_RETURNS) genuineReturns.shift()
}

async function sendReturn(
  plan: PlannedAttempt,
  page: number,
  { server, identity, data, cutAfterMs }: PlannedReturn,
  geopayResponse: string,
  {
    sender,
    payment,
    isGenuine,
  }: { sender: RetryingClient; payment: PaymentFacts & PlannedDebt; isGenuine: boolean },
  { history }: AttemptContext,
): Promise<void> {
  const answer = await sender.call(
    processGEOPayResponse,
    { geopayResponse },
    sendOptions(plan, `r${page}${identity}`, server, cutAfterMs),
  )
  const own = data === 'own'
  if (!own) history.count('forged return')
  if (!answer?.ok) return
  const attempt = plan.number
  if (sender.personId !== payment.personId)
    history.foreignAnswers.push({
      attempt,
      what: `return of ${payment.token} sent by another person`,
    })
  else if (data === 'otherPerson')
    history.foreignAnswers.push({ attempt, what: 'return of another person' })
  else if (!own || !isGenuine)
    history.acceptedForgeries.push({
      attempt,
      what: `return, ${own ? 'altered by the gateway' : data}`,
    })
  else {
    const { state } = answer.fields.payment
    history.observations.push({
      token: payment.token,
      state,
      from: answer.from,
      until: answer.until,
    })
  }
}

/** Reads the payment's state as its owner, and tries to as another person. */
async function readPayment(
  plan: PlannedAttempt,
  moment: string,
  token: string,
  client: RetryingClient,
  { clients, history }: AttemptContext,
): Promise<void> {
  const fields = { accessToken: token, ...recentPeriod() }
  const server = plan.number % 3 === 0 ? 1 : 0
  const answer = await client.call(getPayments, fields, sendOptions(plan, `l${moment}`, server))
  const state = answer?.ok ? answer.fields.payments[0]?.state : undefined
  if (answer && state)
    history.observations.push({ token, state, from: answer.from, until: answer.until })
  const other = [...clients.values()].find(({ personId }) => personId !== client.personId)
  const answerToOther = await other?.call(
    getPayments,
    fields,
    sendOptions(plan, `p${moment}`, server),
  )
  if (answerToOther?.ok && answerToOther.fields.payments.length > 0)
    history.foreignAnswers.push({
      attempt: plan.number,
      what: `payment ${token} shown to another person`,
    })
}

/** More days than the demo data covers. */
const PERIOD_DAYS = 1000
/** A period with all payments of a person. */
export const recentPeriod = () => toRange(lastDays(new Date(), PERIOD_DAYS))

async function forgeWebhook(
  plan: PlannedAttempt,
  payment: PaymentFacts,
  { forger, servers, history }: AttemptContext,
): Promise<void> {
  if (!plan.forgedWebhook) return
  const { forgery, server, delayMs } = plan.forgedWebhook
  await sleep(delayMs)
  const message = forger.forgeWebhook(forgery, payment)
  const status = await sendForgery(`${servers[server]}${MERCHANT_ENDPOINTS.webhook}`, message)
  history.count('forged webhook')
  const attempt = plan.number
  if (status === 200) history.acceptedForgeries.push({ attempt, what: `webhook, ${forgery}` })
  else if (status !== null && status !== 401)
    history.defects.push({ attempt, call: 'webhook', status })
}

const numberOf = (matches: (card: (typeof CARDS)[number]) => boolean) =>
  CARDS.find(matches)?.number ?? ''
const approvedBy = (behaviour: string) =>
  numberOf((card) => card.behaviour === behaviour && card.code === '00')
const declinedWith = (code: string) =>
  numberOf((card) => card.behaviour === 'plain' && card.code === code)
const CARD_NUMBERS: Record<Card, string> = {
  plain: approvedBy('plain'),
  debit: numberOf(({ type }) => type === 'D'),
  '51': declinedWith('51'),
  '54': declinedWith('54'),
  '05': declinedWith('05'),
  noAnswer: numberOf(({ behaviour, code }) => behaviour === 'issuerDown' && code === '91'),
  issuerDown: approvedBy('issuerDown'),
  slow: approvedBy('slow'),
  webhookFirst: approvedBy('webhookFirst'),
  webhookLost: approvedBy('webhookLost'),
  webhookTwice: approvedBy('webhookTwice'),
  webhookReordered: approvedBy('webhookReordered'),
  badSignature: approvedBy('badSignature'),
  alteredAmount: approvedBy('alteredAmount'),
  pageClosed: approvedBy('pageClosed'),
  voidedLater: approvedBy('voidedLater'),
  voidedReordered: approvedBy('voidedReordered'),
}
