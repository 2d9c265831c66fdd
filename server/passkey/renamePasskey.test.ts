import { describe, expect, test } from 'vitest'
import { passkeys } from '#contract/passkey/passkeys.ts'
import { renamePasskey } from '#contract/passkey/renamePasskey.ts'
import { addPasskey } from '#testing/harness/passkeySteps.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

describe('renamePasskey', () => {
  test('gives the own passkey another name, and refuses a name that is empty or too long', async () => {
    const ana = await server.as('ana')
    const { passkeyId } = (await addPasskey(ana)).listed
    await ana.call(renamePasskey, { passkeyId, name: '  Mi teléfono  ' })
    expect((await ana.call(passkeys, {})).passkeys[0]?.name).toBe('Mi teléfono')
    for (const name of ['   ', 'x'.repeat(41), 'a\u0007b']) {
      const { responseHeader } = await ana.call(renamePasskey, { passkeyId, name })
      expect(responseHeader.responseCode).toBe('05')
    }
    expect((await ana.call(passkeys, {})).passkeys[0]?.name).toBe('Mi teléfono')
  })

  test('refuses an id that is not one', async () => {
    const ana = await server.as('ana')
    const fields = { passkeyId: 'la primera', name: 'Teléfono' }
    expect((await ana.call(renamePasskey, fields)).responseHeader.responseCode).toBe('05')
  })
})
