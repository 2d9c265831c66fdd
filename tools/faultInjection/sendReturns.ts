import { setTimeout as sleep } from 'node:timers/promises'
import { processGEOPayResponse } from '#contract/payments/processGEOPayResponse.ts'
import type { Attempt, AttemptPayment } from '#tools/faultInjection/attempt.ts'
import type { RetryingClient } from '#tools/faultInjection/client.ts'
import type { PlannedReturn } from '#tools/faultInjection/workload.ts'

const MAX_GENUINE_RETURNS = 40

/**
 * Sends the planned returns to our servers.
 * @param page index of the payment within the attempt
 * @param data what the gateway gave the browser, null without a way back
 */
export async function sendReturns(
  attempt: Attempt,
  page: number,
  payment: AttemptPayment,
  data: string | null,
): Promise<void> {
  const { plan, client, forger, genuineReturns } = attempt
  const clients = [...attempt.clients.values()]
  const ofOtherPerson =
    genuineReturns.find(({ personId }) => personId !== payment.personId)?.data ?? null
  const isGenuine = data !== null && forger.isGenuine(data, payment)
  const dataOf = (planned: PlannedReturn['data']) => {
    if (planned === 'own') return data
    return planned === 'otherPerson' ? ofOtherPerson : forger.forgeReturn(planned, payment)
  }
  await Promise.all(
    plan.returns.map(async (planned, index) => {
      await sleep(planned.delayMs)
      const otherClient = clients[(plan.number + index) % clients.length] ?? client
      const sender = planned.byOtherPerson ? otherClient : client
      const sent = dataOf(planned.data)
      if (sent === null) return
      const { server, identity, cutAfterMs } = planned
      const options = attempt.sendOptions(`r${page}${identity}`, server, cutAfterMs)
      const answer = await sender.call(processGEOPayResponse, { geopayResponse: sent }, options)
      if (planned.data !== 'own') attempt.history.count('forged return')
      if (!answer?.ok) return
      const { from, until } = answer
      const { state } = answer.fields.payment
      const wrong = recordIfWrong(attempt, planned, { sender, payment, isGenuine })
      if (!wrong) attempt.history.observations.push({ token: payment.token, state, from, until })
    }),
  )
  if (isGenuine) genuineReturns.push({ personId: payment.personId, data })
  if (genuineReturns.length > MAX_GENUINE_RETURNS) genuineReturns.shift()
}

/** Records a return that the server accepted and had to refuse; whether it was one. */
function recordIfWrong(
  { plan, history }: Attempt,
  { data }: PlannedReturn,
  sent: { sender: RetryingClient; payment: AttemptPayment; isGenuine: boolean },
): boolean {
  const attempt = plan.number
  if (sent.sender.personId !== sent.payment.personId)
    history.foreignAnswers.push({
      attempt,
      what: `return of ${sent.payment.token} sent by another person`,
    })
  else if (data === 'otherPerson')
    history.foreignAnswers.push({ attempt, what: 'return of another person' })
  else if (data !== 'own') history.acceptedForgeries.push({ attempt, what: `return, ${data}` })
  else if (!sent.isGenuine)
    history.acceptedForgeries.push({ attempt, what: 'return, altered by the gateway' })
  else return false
  return true
}
