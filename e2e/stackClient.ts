import { Secret, TOTP } from 'otpauth'
import { client } from '#contract/client.ts'
import type { RequestHeader } from '#contract/header.ts'
import { login } from '#contract/user/login.ts'
import { DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'
import { waitUntil } from '#e2e/browserSession.ts'
import { createCookieJar } from '#testing/harness/cookieJar.ts'
import type { RunningStack } from '#testing/harness/runningStack.ts'
import { PASSWORD } from '#testing/harness/testServer.ts'

/** A client of the contract with the session of a demo person, as an integrator's program has it. */
export async function signedInClient(
  stack: Pick<RunningStack, 'app'>,
  name: string,
  secondFactor = '',
) {
  const jar = createCookieJar()
  const transport = {
    base: `${stack.app}/api/`,
    post: async (address: string, body: string) => {
      const { requestHeader } = JSON.parse(body) as { requestHeader: RequestHeader }
      const headers = {
        'content-type': 'text/plain; charset=utf-8',
        ...jar.headersOf(requestHeader.userSessionToken),
      }
      const answer = await fetch(address, { method: 'POST', headers, body })
      const text = await answer.text()
      jar.store(JSON.parse(text) as object, answer.headers)
      return { status: answer.status, text }
    },
    now: () => new Date(),
    random: Math.random,
  }
  const fields = { user: `${name}@demo.surtidor.uy`, password: PASSWORD, secondFactor }
  const { user } = await client(transport)(login, fields)
  return client(transport, user.userSessionToken)
}

const PERIOD_MS = 30_000
const usedSteps = new Map<string, number>()
/**
 * A code of a demo operator's second factor. The server takes the code of each time step once, and
 * that of the next step already.
 */
export async function unusedTotpCode(name: string): Promise<string> {
  const current = () => Math.floor(Date.now() / PERIOD_MS)
  const step = Math.max(current(), (usedSteps.get(name) ?? 0) + 1)
  await waitUntil(async () => step <= current() + 1, 2 * PERIOD_MS)
  usedSteps.set(name, step)
  return TOTP.generate({
    secret: Secret.fromBase32(DEMO_SECOND_FACTOR),
    timestamp: step * PERIOD_MS,
  })
}
