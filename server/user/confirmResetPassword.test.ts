import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { login } from '#contract/user/login.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { roles } from '#contract/user/roles.ts'
import { codesIn, type TestServer, startTestServer, PASSWORD } from '#testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ANA = 'ana@demo.surtidor.uy'
const FEDE = 'fede@demo.surtidor.uy'
const NEW = 'una nueva bien larga'
const confirm = async (user: string, code: string, password = NEW) =>
  (await server.stranger.call(confirmResetPassword, { user, password, code })).responseHeader
    ?.responseCode ?? '429'
const enter = async (user: string, password: string) =>
  (await server.stranger.call(login, { user, password })).responseHeader.responseCode
async function codesOf(user: string) {
  server.wait(3_700_000)
  await server.stranger.call(resetPassword, { user })
  return codesIn((await server.mailsTo(user))[0] as never)
}

test('ana chooses a new password by the link; every session of hers ends, and she is told', async () => {
  const [phone, tablet] = [await server.as('ana'), await server.as('ana')]
  const fede = await server.as('fede')
  const { token } = await codesOf(ANA)
  expect(await confirm(ANA, token)).toBe('00')
  expect([await enter(ANA, PASSWORD), await enter(ANA, NEW)]).toEqual(['05', '00'])
  for (const session of [phone, tablet])
    expect((await session.call(roles, {})).responseHeader.responseCode).toBe('88')
  expect((await fede.call(roles, {})).responseHeader.responseCode).toBe('00')
  expect((await server.mailsTo(ANA)).map(({ subject }) => subject)).toContain(
    'Tu contraseña cambió',
  )
})

test('a code is good once, for ten minutes, for its person and its purpose', async () => {
  const used = await codesOf(ANA)
  expect(await confirm(ANA, used.code)).toBe('00')
  expect([await confirm(ANA, used.code), await confirm(ANA, used.token)]).toEqual(['05', '05'])

  const late = await codesOf(ANA)
  server.wait(10 * 60_000)
  expect(await confirm(ANA, late.code)).toBe('05')

  const anas = await codesOf(ANA)
  await server.stranger.call(resetPassword, { user: FEDE })
  expect(await confirm(FEDE, anas.code)).toBe('05')
  const other = await server.stranger.call(confirmAddUser, { user: ANA, code: anas.code })
  expect(other.responseHeader.responseCode).toBe('05')
  expect(await confirm(ANA, anas.code)).toBe('00')
})

test('after five wrong tries the right code is none and has to wait; the link of the same mail lets in at once', async () => {
  const { code, token } = await codesOf(FEDE)
  for (let i = 0; i < 5; i++) {
    server.wait(61_000)
    expect(await confirm(FEDE, `AAAA-AAA${i}`)).toBe('05')
  }
  expect(await confirm(FEDE, code)).toBe('429')
  server.wait(61_000)
  expect([await confirm(FEDE, code), await confirm(FEDE, code)]).toEqual(['05', '429'])
  for (let i = 0; i < 10; i++) expect(await confirm(FEDE, `${i}`.repeat(43))).toBe('05')
  expect(await confirm(FEDE, token)).toBe('00')
  expect(await enter(FEDE, NEW)).toBe('00')
})

test('of many that show the code at once, one is let in', async () => {
  const { code, token } = await codesOf(FEDE)
  server.wait(61_000)
  const passwords = Array.from({ length: 6 }, (_, place) => `la clave nueva ${place}`)
  const answers = await Promise.all(
    passwords.map((password, place) => confirm(FEDE, place % 2 ? code : token, password)),
  )
  expect(answers.filter((one) => one === '00')).toHaveLength(1)
  expect(await enter(FEDE, passwords[answers.indexOf('00')] ?? '')).toBe('00')
})

test('beto, who never confirmed, has shown his mailbox by a reset: he may come in', async () => {
  const BETO = 'beto@demo.surtidor.uy'
  const { code } = await codesOf(BETO)
  expect(await confirm(BETO, code)).toBe('00')
  expect(await enter(BETO, NEW)).toBe('00')
})

test('a common password is refused before the code is looked at: the code is still good', async () => {
  const { code } = await codesOf(ANA)
  expect(await confirm(ANA, code, 'contraseña')).toBe('05')
  expect(await confirm(ANA, code)).toBe('00')
})
