import { setTimeout as sleep } from 'node:timers/promises'
import { MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import type { PaymentPrograms } from '#lab/payments/runAttempt.ts'
import type { KillableStack } from '#testing/harness/killableStack.ts'
import { postJson } from '#testing/harness/postJson.ts'
import { submitPage } from '#testing/harness/sandboxControl.ts'

/** The programs of a stack of processes. */
export const programsAt = ({
  servers,
  sandbox,
}: Pick<KillableStack, 'servers' | 'sandbox'>): PaymentPrograms => ({
  async submitPage(form) {
    const answer = await submitPage(sandbox, form)
    if (answer.kind === 'corrected') throw new Error('the page refused the form')
    return answer.data
  },
  postWebhook: async (server, message) =>
    (await postJson(`${servers[server]}${MERCHANT_ENDPOINTS.webhook}`, message))?.status,
  pause: sleep,
  now: () => new Date(),
})
