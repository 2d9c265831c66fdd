import { afterAll, beforeEach, expect, test } from 'vitest'
import { login } from '#contract/user/login.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import { type TestServer, startTestServer, PASSWORD } from '#testing/testServer.ts'

/** Who guesses at an address makes others wait at it, but not its owner where they have been before. */
const ANA = 'ana@demo.surtidor.uy'
const FEDE = 'fede@demo.surtidor.uy'
const houses: TestServer[] = []
let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
  houses.push(server)
})
afterAll(async () => {
  for (const one of houses) await one.close()
})

const enter = async (user: string, password: string, device = '') => {
  const headers = { origin: 'http://localhost:3000', cookie: `device=${device}` }
  const answer = await server.stranger.call(login, { user, password }, { headers })
  const cookies = answer.headers.getSetCookie()
  const cookie = cookies.find((one) => one.startsWith('device='))
  return {
    code: answer.responseHeader?.responseCode ?? String(answer.status),
    cookie,
    device: /^device=([^;]*)/.exec(cookie ?? '')?.[1] ?? '',
  }
}
/** Guesses until even the right one has to wait. */
async function besiege(user: string): Promise<void> {
  for (let i = 0; i < 6; i++) {
    await server.stranger.call(login, { user, password: `intento ${i}` })
    server.wait(100)
  }
  expect((await enter(user, PASSWORD)).code).toBe('429')
}

test('fede gets in from his browser while a stranger guesses at his address, and the stranger still waits', async () => {
  const { cookie, device } = await enter(FEDE, PASSWORD)
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict/)
  await besiege(FEDE)
  expect(await enter(FEDE, PASSWORD, device)).toMatchObject({ code: '00', device })
  expect((await enter(FEDE, PASSWORD)).code).toBe('429')
})

test('a browser that knows one account is a stranger to another, and so is one with a made-up cookie', async () => {
  const { device } = await enter(ANA, PASSWORD)
  await besiege(FEDE)
  const signature = device.split('.')[1]
  for (const shown of [device, `x.${signature}`, `${device}x`, '.', 'ñ'])
    expect((await enter(FEDE, PASSWORD, encodeURIComponent(shown))).code).toBe('429')
})

test('guesses from his own browser wait as well, and make nobody else wait', async () => {
  const { device } = await enter(FEDE, PASSWORD)
  for (let i = 0; i < 5; i++) expect((await enter(FEDE, `intento ${i}`, device)).code).toBe('05')
  expect((await enter(FEDE, PASSWORD, device)).code).toBe('429')
  expect((await enter(FEDE, PASSWORD)).code).toBe('00')
})

test('only who got in is known: neither a wrong password nor a phone’s own app gets the cookie', async () => {
  expect((await enter(FEDE, 'no es')).cookie).toBeUndefined()
  const phone = await server.stranger.call(login, { user: FEDE, password: PASSWORD })
  expect(phone.headers.getSetCookie()).toEqual([])
})

test('who is in changes their password while a stranger guesses at the login', async () => {
  const fede = await server.as('fede')
  await besiege(FEDE)
  const fields = { user: FEDE, password: 'una nueva bien larga', currentPassword: PASSWORD }
  expect((await fede.call(updatePassword, fields)).responseHeader?.responseCode).toBe('00')
})
