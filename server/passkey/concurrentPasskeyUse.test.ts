import { describe, expect, test } from 'vitest'
import { passkeys } from '#contract/passkey/passkeys.ts'
import { removePasskey } from '#contract/passkey/removePasskey.ts'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { userData } from '#contract/user/userData.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { addPasskey, signInBy } from '#testing/harness/passkeySteps.ts'
import { codesIn, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

const code = ({ responseHeader }: { responseHeader: { responseCode: string } }) =>
  responseHeader.responseCode

describe('a login by passkey', () => {
  test('a login at the time of a reset of the password leaves no session open', async () => {
    for (let round = 0; round < 8; round++) {
      const user = `olvido${round}@demo.surtidor.uy`
      const person = await createPersonLike(server, `olvido${round}`, 'fede')
      const { passkey } = await addPasskey(person)
      await server.stranger.call(resetPassword, { user })
      const mail = (await server.mailsTo(user)).find(({ subject }) => /Elegí una/.test(subject))
      const { token } = codesIn(mail ?? { text: '' })
      const password = 'otra nafta del cielo'
      const [login, reset] = await Promise.all([
        signInBy(server, passkey),
        server.stranger.call(confirmResetPassword, { user, password, code: token }),
      ])
      expect(code(reset)).toBe('00')
      expect(['00', '05']).toContain(code(login))
      if (code(login) === '00') {
        const session = server.session(login.user.userSessionToken)
        expect(code(await session.call(userData, {}))).toBe('88')
      }
      expect(code(await signInBy(server, passkey))).toBe('05')
    }
  })

  test('a login at the time of the removal opens one session or none, and no later one', async () => {
    for (let round = 0; round < 15; round++) {
      const person = await createPersonLike(server, `mudanza${round}`, 'fede')
      const { passkey, listed } = await addPasskey(person)
      const [login, removal] = await Promise.all([
        signInBy(server, passkey),
        person.call(removePasskey, { passkeyId: listed.passkeyId }),
      ])
      expect(code(removal)).toBe('00')
      expect(['00', '05']).toContain(code(login))
      expect(code(await signInBy(server, passkey))).toBe('05')
      expect((await person.call(passkeys, {})).passkeys).toEqual([])
    }
  })
})
