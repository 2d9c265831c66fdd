import { describe, expect, test } from 'vitest'
import { MAX_PASSKEYS } from '#contract/entities/passkey.ts'
import { WRONG_CURRENT_PASSWORD } from '#contract/fields/password.ts'
import {
  PASSWORD_REQUIRED,
  registerPasskeyOptions,
  SHOW_FACTOR_FIRST,
} from '#contract/passkey/registerPasskeyOptions.ts'
import { addPasskey } from '#testing/harness/passkeySteps.ts'
import { PASSWORD, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

describe('registerPasskeyOptions', () => {
  test('asks for a discoverable passkey of this site that verifies the person', async () => {
    const ana = await server.as('ana')
    const { options } = await ana.call(registerPasskeyOptions, {})
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Surtidor' },
      user: { name: 'ana@demo.surtidor.uy', displayName: 'Ana Pereira' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257])
  })

  test('names the passkeys that the account has, so that a device adds none twice', async () => {
    const ana = await server.as('ana')
    const { passkey } = await addPasskey(ana)
    const { options } = await ana.call(registerPasskeyOptions, {})
    expect(options.excludeCredentials).toMatchObject([{ id: passkey.id.toString('base64url') }])
  })

  test('asks for the password five minutes after the login, and delays wrong ones', async () => {
    const fede = await server.as('fede')
    expect((await fede.call(registerPasskeyOptions, {})).responseHeader.responseCode).toBe('00')
    server.wait(5 * 60_000 + 1)
    const missing = await fede.call(registerPasskeyOptions, {})
    expect(missing.responseHeader.responseDescription).toBe(PASSWORD_REQUIRED)
    for (let tries = 0; tries < 5; tries++) {
      const wrong = await fede.call(registerPasskeyOptions, { password: 'mal' })
      expect(wrong.responseHeader.responseDescription).toBe(WRONG_CURRENT_PASSWORD)
    }
    expect((await fede.call(registerPasskeyOptions, { password: PASSWORD })).status).toBe(429)
    server.wait(1_000)
    const right = await fede.call(registerPasskeyOptions, { password: PASSWORD })
    expect(right.responseHeader.responseCode).toBe('00')
  })

  test('refuses an operator who has not shown the second factor in force', async () => {
    const diego = await server.enter('diego@demo.surtidor.uy')
    const answer = await diego.call(registerPasskeyOptions, { password: PASSWORD })
    expect(answer.responseHeader.responseDescription).toBe(SHOW_FACTOR_FIRST)
  })

  test('refuses an eleventh passkey', async () => {
    const driver = await server.as('driver00001')
    for (let added = 0; added < MAX_PASSKEYS; added++) await addPasskey(driver)
    const answer = await driver.call(registerPasskeyOptions, { password: PASSWORD })
    expect(answer.responseHeader.responseDescription).toContain('10 llaves')
  })
})
