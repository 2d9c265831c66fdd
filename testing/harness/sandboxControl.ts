import { CARDS } from '#sandbox/cards.ts'
import type { summary } from '#sandbox/controlApi.ts'
import { postJson } from '#testing/harness/postJson.ts'

/** A payment of the sandbox, as its control API shows it. */
export type SandboxPayment = ReturnType<typeof summary>

/** The sandbox's own record of every payment. */
export async function sandboxPayments(sandbox: string): Promise<SandboxPayment[]> {
  const answer = await fetch(`${sandbox}/sandbox/log`)
  return ((await answer.json()) as { payments: SandboxPayment[] }).payments
}

/** Number of the card that the sandbox's page calls so. */
export function cardNumber(name: string): string {
  const card = CARDS.find((each) => each.name === name)
  if (!card) throw new Error(`the sandbox has no card «${name}»`)
  return card.number
}

/** The answer of the sandbox to a submitted page. */
interface PageAnswer {
  kind: string
  /** Of the way back to the app; null without one. */
  data: string | null
  errors: Record<string, string> | null
}

/** Submits or cancels the hosted page of a token without a browser; waits for a sandbox that restarts. */
export async function submitPage(
  sandbox: string,
  form: { token: string; card?: string; cancel?: true; installments?: string },
): Promise<PageAnswer> {
  const answer = await postJson(`${sandbox}/sandbox/pay`, form)
  return answer
    ? (JSON.parse(answer.text) as PageAnswer)
    : { kind: 'unanswered', data: null, errors: null }
}
