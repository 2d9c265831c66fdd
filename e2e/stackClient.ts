import { Secret, TOTP } from 'otpauth'
import type { CallContract, RequestOf } from '#contract/call.ts'
import { login } from '#contract/user/login.ts'
import { DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'
import { waitUntil } from '#e2e/browserSession.ts'
import type { RunningStack } from '#testing/harness/startStack.ts'
import { accepted, createTestClient, fetchFrom } from '#testing/harness/testClient.ts'
import { PASSWORD } from '#testing/harness/testServer.ts'

/**
 * Calls with the session of a demo person, as an integrator's program has it.
 * @throws Error with the sentence of a refusal
 */
export async function signedInClient(
  stack: Pick<RunningStack, 'app'>,
  name: string,
  secondFactor = '',
) {
  const transport = { post: fetchFrom(stack.app), now: () => new Date() }
  const fields = { user: `${name}@demo.surtidor.uy`, password: PASSWORD, secondFactor }
  const { user } = accepted(await createTestClient(transport).call(login, fields))
  const { call } = createTestClient(transport, user.userSessionToken)
  return async <S extends CallContract>(contract: S, fields: RequestOf<S>) =>
    accepted(await call(contract, fields))
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
  await waitUntil(async () => step <= current() + 1)
  usedSteps.set(name, step)
  return TOTP.generate({
    secret: Secret.fromBase32(DEMO_SECOND_FACTOR),
    timestamp: step * PERIOD_MS,
  })
}
