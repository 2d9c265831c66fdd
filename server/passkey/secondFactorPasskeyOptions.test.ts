import { describe, expect, test } from 'vitest'
import { secondFactorPasskeyOptions } from '#contract/passkey/secondFactorPasskeyOptions.ts'
import { addPasskey } from '#testing/harness/passkeySteps.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

describe('secondFactorPasskeyOptions', () => {
  test('names the second factors of the caller, to a session that has shown none', async () => {
    const { passkey } = await addPasskey(await server.as('diego'))
    const of = async (name: string) => {
      const person = await server.enter(`${name}@demo.surtidor.uy`)
      return await person.call(secondFactorPasskeyOptions, {})
    }
    expect(await of('diego')).toMatchObject({
      passkey: true,
      code: true,
      options: {
        allowCredentials: [
          { id: passkey.id.toString('base64url'), transports: ['internal', 'hybrid'] },
        ],
      },
    })
    expect(await of('elena')).toMatchObject({
      passkey: false,
      code: true,
      options: { allowCredentials: [] },
    })
  })
})
