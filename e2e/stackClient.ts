import { Secret, TOTP } from 'otpauth'
import { client } from '#contract/client.ts'
import type { RequestHeader } from '#contract/header.ts'
import { login } from '#contract/user/login.ts'
import { DEMO_SECOND_FACTOR } from '#db/demo/demoPeople.ts'
import { waitUntil } from '#e2e/browserSession.ts'
import { createCookieJar } from '#testing/cookieJar.ts'
import type { RunningStack } from '#testing/runningStack.ts'
import { PASSWORD } from '#testing/testServer.ts'

/** A client of the contract with the session of a demo person, as an integrator's program has it. */
export async function signedInClient(stack: RunningStack, name: string, secondFactor = '') {
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

const usedCodes = new Map<string, string>()
/** The current code of a demo operator's second factor. The server takes each once, for half a minute. */
export async function unusedTotpCode(name: string): Promise<string> {
  const secret = Secret.fromBase32(DEMO_SECOND_FACTOR)
  await waitUntil(async () => TOTP.generate({ secret }) !== usedCodes.get(name), 40_000)
  const code = TOTP.generate({ secret })
  usedCodes.set(name, code)
  return code
}
