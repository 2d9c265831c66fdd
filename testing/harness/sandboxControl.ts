import type { summary } from '#sandbox/controlApi.ts'

/** A payment of the sandbox, as its control API shows it. */
export type SandboxPayment = ReturnType<typeof summary>

/** The sandbox's own record of every payment. */
export async function sandboxPayments(sandbox: string): Promise<SandboxPayment[]> {
  const answer = await fetch(`${sandbox}/sandbox/log`)
  return ((await answer.json()) as { payments: SandboxPayment[] }).payments
}

/** Submits or cancels the hosted page of a token without a browser. */
export async function submitPage(
  sandbox: string,
  form: { token: string; card?: string; cancel?: true; installments?: string },
) {
  const answer = await fetch(`${sandbox}/sandbox/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(form),
  })
  return (await answer.json()) as {
    kind: string
    /** Of the way back to the app; null without one. */
    data: string | null
    errors: Record<string, string> | null
  }
}
