import { describe, expect, test } from 'vitest'
import { CallError, client } from '#contract/client.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { login } from '#contract/user/login.ts'
import { PASSWORD, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

describe('the client of the contract', () => {
  test('signs in, makes a call, and reports a refusal as a CallError', async () => {
    const wire = {
      base: `${server.url}/api/`,
      post: async (address: string, body: string) => {
        const headers = { 'content-type': 'text/plain; charset=utf-8' }
        const response = await fetch(address, { method: 'POST', headers, body })
        return { status: response.status, text: await response.text() }
      },
      now: () => new Date(),
      random: Math.random,
    }
    const stranger = client(wire)
    const { user } = await stranger(login, { user: 'ana@demo.surtidor.uy', password: PASSWORD })
    const ana = client(wire, user.userSessionToken)
    expect((await ana(loyalties, {})).loyalties).toHaveLength(2)
    const refused = await stranger(loyalties, {}).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(CallError)
    expect((refused as CallError).code).toBe('88')
  })
})
