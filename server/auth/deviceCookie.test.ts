import { describe, expect, test } from 'vitest'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { login } from '#contract/user/login.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import { codesIn, PASSWORD, testServerForEachTest } from '#testing/harness/testServer.ts'

const ANA = 'ana@demo.surtidor.uy'
const FEDE = 'fede@demo.surtidor.uy'
const server = testServerForEachTest()

const logIn = async (user: string, password: string, device = '') => {
  const headers = { origin: 'http://localhost:3000', cookie: `device=${device}` }
  const answer = await server.stranger.call(login, { user, password }, { headers })
  const cookies = answer.headers.getSetCookie()
  const cookie = cookies.find((one) => one.startsWith('device='))
  return {
    code: answer.status === 429 ? '429' : answer.responseHeader.responseCode,
    cookie,
    device: /^device=([^;]*)/.exec(cookie ?? '')?.[1] ?? '',
  }
}
/** Sends wrong passwords until the right one is delayed too. */
async function delayLogin(user: string, password = PASSWORD): Promise<void> {
  for (let i = 0; i < 6; i++) {
    await server.stranger.call(login, { user, password: `intento ${i}` })
    server.wait(100)
  }
  expect((await logIn(user, password)).code).toBe('429')
}

describe('device cookie', () => {
  test('lets the owner in from a known browser while a stranger delays the account', async () => {
    const { cookie, device } = await logIn(FEDE, PASSWORD)
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/)
    await delayLogin(FEDE)
    expect(await logIn(FEDE, PASSWORD, device)).toMatchObject({ code: '00', device })
    expect((await logIn(FEDE, PASSWORD)).code).toBe('429')
  })

  test('counts for one account only, and not with a forged value', async () => {
    const { device } = await logIn(ANA, PASSWORD)
    await delayLogin(FEDE)
    const signature = device.split('.')[1]
    for (const shown of [device, `x.${signature}`, `${device}x`, '.', 'ñ'])
      expect((await logIn(FEDE, PASSWORD, encodeURIComponent(shown))).code).toBe('429')
  })

  test('delays wrong passwords of a known browser apart from the others', async () => {
    const { device } = await logIn(FEDE, PASSWORD)
    for (let i = 0; i < 5; i++) expect((await logIn(FEDE, `intento ${i}`, device)).code).toBe('05')
    expect((await logIn(FEDE, PASSWORD, device)).code).toBe('429')
    expect((await logIn(FEDE, PASSWORD)).code).toBe('00')
  })

  test('is set neither by a wrong password nor in the phone app', async () => {
    expect((await logIn(FEDE, 'no es')).cookie).toBeUndefined()
    const phone = await server.stranger.call(login, { user: FEDE, password: PASSWORD })
    expect(phone.headers.getSetCookie()).toEqual([])
  })

  test('ends with the password: its words from before a change help no more, by session or by reset', async () => {
    const { device: before } = await logIn(FEDE, PASSWORD)
    const fede = await server.as('fede')
    const second = 'una nueva bien larga'
    const fields = { user: FEDE, password: second, currentPassword: PASSWORD }
    const changed = await fede.call(updatePassword, fields, { headers: { cookie: 'device=x' } })
    const own = /^device=([^;]*)/.exec(changed.headers.getSetCookie()[0] ?? '')?.[1] ?? ''
    // The emails are in the order of their times.
    server.wait(1000)
    await server.stranger.call(resetPassword, { user: FEDE })
    const { token } = codesIn((await server.mailsTo(FEDE))[0] as never)
    await delayLogin(FEDE, second)
    // The browser that changed it is remembered under the new one.
    expect((await logIn(FEDE, second, before)).code).toBe('429')
    expect((await logIn(FEDE, second, own)).code).toBe('00')

    const third = 'otra todavía más larga'
    await server.stranger.call(confirmResetPassword, { user: FEDE, password: third, code: token })
    await delayLogin(FEDE, third)
    for (const device of [before, own]) expect((await logIn(FEDE, third, device)).code).toBe('429')
  })

  test('is not needed to change the password in a session while a stranger delays the login', async () => {
    const fede = await server.as('fede')
    await delayLogin(FEDE)
    const fields = { user: FEDE, password: 'una nueva bien larga', currentPassword: PASSWORD }
    expect((await fede.call(updatePassword, fields)).responseHeader?.responseCode).toBe('00')
  })
})
