import { setTimeout as sleep } from 'node:timers/promises'
import { MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import {
  type Attempt,
  type AttemptContext,
  type AttemptPayment,
  beginAttempt,
  recentPeriod,
} from '#tools/faultInjection/attempt.ts'
import { sendForgery } from '#tools/faultInjection/forger.ts'
import { submitPage } from '#tools/faultInjection/hostedPage.ts'
import { requestTokens } from '#tools/faultInjection/requestTokens.ts'
import { sendReturns } from '#tools/faultInjection/sendReturns.ts'
import type { PlannedAttempt } from '#tools/faultInjection/workload.ts'

/** Carries out one attempt to pay, from the first token request to the last return. */
export async function runAttempt(plan: PlannedAttempt, context: AttemptContext): Promise<void> {
  const attempt = beginAttempt(plan, context)
  const { debt, client } = attempt
  if (plan.readsState)
    await client.call(getDebts, { type: '2' }, attempt.sendOptions('d', plan.number % 2 ? 1 : 0))

  const tokens = await requestTokens(attempt)
  const forgedWebhooks = tokens.map((token) => forgeWebhook(attempt, { ...debt, token }))
  if (plan.page !== 'leave') {
    await Promise.all(
      tokens.map(async (token, page) => {
        const data = await submitPage(context.sandbox, token, plan)
        if (plan.readsState) await readPayment(attempt, `${page}a`, token)
        await sendReturns(attempt, page, { ...debt, token }, data)
      }),
    )
  }
  await Promise.all(forgedWebhooks)
  if (plan.readsState)
    for (const [page, token] of tokens.entries()) await readPayment(attempt, `${page}z`, token)
}

/** Reads the payment's state as its owner, and tries to as another person. */
async function readPayment(attempt: Attempt, moment: string, token: string): Promise<void> {
  const { plan, client, clients, history } = attempt
  const fields = { accessToken: token, ...recentPeriod() }
  const server = plan.number % 3 === 0 ? 1 : 0
  const answer = await client.call(getPayments, fields, attempt.sendOptions(`l${moment}`, server))
  const state = answer?.ok ? answer.fields.payments[0]?.state : undefined
  if (answer && state)
    history.observations.push({ token, state, from: answer.from, until: answer.until })
  const other = [...clients.values()].find(({ personId }) => personId !== client.personId)
  const options = attempt.sendOptions(`p${moment}`, server)
  const answerToOther = await other?.call(getPayments, fields, options)
  if (answerToOther?.ok && answerToOther.fields.payments.length > 0) {
    const what = `payment ${token} shown to another person`
    history.foreignAnswers.push({ attempt: plan.number, what })
  }
}

async function forgeWebhook(
  { plan, forger, servers, history }: Attempt,
  payment: AttemptPayment,
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
