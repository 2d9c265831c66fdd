import { setTimeout as sleep } from 'node:timers/promises'
import { APP_NET } from '#contract/header.ts'
import { getGEOPayAccessToken } from '#contract/payments/getGEOPayAccessToken.ts'
import type { Attempt } from '#tools/faultInjection/attempt.ts'
import type { PlannedTokenRequest } from '#tools/faultInjection/workload.ts'

/** After a refusal the person tries again, later, with an identity that no planned request has. */
const RETRY: PlannedTokenRequest = {
  server: 0,
  identity: 9,
  singleInstallment: false,
  delayMs: 1500,
  cutAfterMs: null,
}

/** Opens payments: sends the planned token requests; returns the different tokens of their answers. */
export async function requestTokens(attempt: Attempt): Promise<string[]> {
  const { plan, debt, client, history } = attempt
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
      attempt.sendOptions(`t${planned.identity}`, planned.server, planned.cutAfterMs),
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
  if (!tokens.some((token) => token !== null)) tokens.push(await send(RETRY))
  return [...new Set(tokens.filter((token) => token !== null))]
}
