import { describe, expect, test } from 'vitest'
import { login } from '#contract/user/login.ts'
import { logout } from '#contract/user/logout.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { roles } from '#contract/user/roles.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import { storedTexts } from '#testing/harness/databaseChecks.ts'
import { codesIn, PASSWORD, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

/** The forms in which a secret could be stored. */
const spellings = (secret: string) => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret, 'base64url').toString('hex'),
  Buffer.from(secret).toString('base64'),
]

describe('credentials in the database', () => {
  const user = 'ana@demo.surtidor.uy'
  const password = 'una frase que nadie más tiene'

  test('hashes are stored, and no token, binder, device, code or password', async () => {
    const headers = { origin: 'http://localhost:3000' }
    const first = await server.stranger.call(login, { user, password: PASSWORD }, { headers })
    const token = first.user.userSessionToken
    const cookies = first.headers
      .getSetCookie()
      .filter((cookie) => /^(binder|device)=/.test(cookie))
      .map((cookie) => /=([^;]*)/.exec(cookie)?.[1] ?? '')
    expect(cookies).toHaveLength(2)
    await server.stranger.call(resetPassword, { user })
    const { code, token: link } = codesIn((await server.mailsTo(user))[0] as never)
    const me = await server.as('ana')
    await me.call(updatePassword, { user, password, currentPassword: PASSWORD })

    // The outbox holds the emails themselves until they are sent.
    const stored = await storedTexts(server.owner, 'mail')
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const secrets = [
      token,
      me.token,
      ...cookies,
      code,
      code.replace('-', ''),
      link,
      PASSWORD,
      password,
    ]
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(7)
      for (const spelling of spellings(secret)) expect(stored.includes(spelling)).toBe(false)
    }
  })

  test('a token is new at a login and at a password change, and ends with the logout', async () => {
    const [one, two] = [await server.as('fede'), await server.as('fede')]
    expect(one.token).not.toBe(two.token)
    const changed = await one.call(updatePassword, {
      user: 'fede@demo.surtidor.uy',
      password,
      currentPassword: PASSWORD,
    })
    const renewed = changed.userSessionToken ?? ''
    expect(Buffer.from(renewed, 'base64url')).toHaveLength(32)
    expect(renewed).not.toBe(one.token)
    const me = server.session(renewed)
    const codeOf = async () => (await me.call(roles, {})).responseHeader.responseCode
    expect((await one.call(roles, {})).responseHeader.responseCode).toBe('88')
    expect(await codeOf()).toBe('00')
    await me.call(logout, {})
    expect(await codeOf()).toBe('88')
  })
})
