import { Secret, TOTP } from 'otpauth'
import { client } from '#contract/client.ts'
import { login } from '#contract/user/login.ts'
import { DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'
import { waitUntil } from '#e2e/browserSession.ts'
import type { RunningStack } from '#testing/runningStack.ts'
import { PASSWORD } from '#testing/testServer.ts'

/** A client of the contract with the session of a demo person, as an integrator's program has it. */
export async function signedInClient(stack: RunningStack, name: string, secondFactor = '') {
  const transport = {
    base: `${stack.app}/api/`,
    post: async (address: string, body: string) => {
      const headers = { 'content-type': 'text/plain; charset=utf-8' }
      const answer = await fetch(address, { method: 'POST', headers, body })
      return { status: answer.status, text: await answer.text() }
    },
    now: () => new Date(),
    random: Math.random,
  }
  const fields = { user: `${name}@demo.surtidor.uy`, password: PASSWORD, secondFactor }
  const { user } = await client(transport)(login, fields)
  return client(transport, user.userSessionToken)
}

const usedCodes = new Map<string, string>()
/** The current code of a demo operator's second factor. The server takes each once, for half a minute. */
export async function unusedTotpCode(name: string): Promise<string> {
  const secret = Secret.fromBase32(DEMO_SECOND_FACTOR)
  await waitUntil(async () => TOTP.generate({ secret }) !== usedCodes.get(name), 40_000)
  const code = TOTP.generate({ secret })
  usedCodes.set(name, code)
  return code
}
