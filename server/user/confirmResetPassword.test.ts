import { describe, expect, test } from 'vitest'
import { PERSONAL_PASSWORD } from '#contract/fields/password.ts'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { login } from '#contract/user/login.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { roles } from '#contract/user/roles.ts'
import { codesIn, PASSWORD, testServerForEachTest } from '#testing/harness/testServer.ts'

const server = testServerForEachTest()

const ANA = 'ana@demo.surtidor.uy'
const FEDE = 'fede@demo.surtidor.uy'
const NEW = 'una nueva bien larga'
const confirm = async (user: string, code: string, password = NEW) => {
  const answer = await server.stranger.call(confirmResetPassword, { user, password, code })
  return answer.status === 429 ? '429' : answer.responseHeader.responseCode
}
const enter = async (user: string, password: string) =>
  (await server.stranger.call(login, { user, password })).responseHeader.responseCode
async function codesOf(user: string) {
  server.wait(3_700_000)
  await server.stranger.call(resetPassword, { user })
  return codesIn((await server.mailsTo(user))[0] as never)
}

describe('confirmResetPassword', () => {
  test('sets the password, ends all sessions of the account and notifies its owner', async () => {
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

  test('delays typed codes and refuses the right one after five wrong ones, but accepts the link', async () => {
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

  test('accepts one of many concurrent requests with the same code', async () => {
    const { code, token } = await codesOf(FEDE)
    server.wait(61_000)
    const passwords = Array.from({ length: 6 }, (_, place) => `la clave nueva ${place}`)
    const answers = await Promise.all(
      passwords.map((password, place) => confirm(FEDE, place % 2 ? code : token, password)),
    )
    expect(answers.filter((one) => one === '00')).toHaveLength(1)
    expect(await enter(FEDE, passwords[answers.indexOf('00')] ?? '')).toBe('00')
  })

  test('confirms an account that was not confirmed', async () => {
    const BETO = 'beto@demo.surtidor.uy'
    const { code } = await codesOf(BETO)
    expect(await confirm(BETO, code)).toBe('00')
    expect(await enter(BETO, NEW)).toBe('00')
  })

  test('rejects a common password without using the code', async () => {
    const { code } = await codesOf(ANA)
    expect(await confirm(ANA, code, 'contraseña')).toBe('05')
    expect(await confirm(ANA, code)).toBe('00')
  })

  test('rejects the own data without using the code, and only once the code is right', async () => {
    const { code } = await codesOf(ANA)
    const refusalOf = async (given: string) =>
      (
        await server.stranger.call(confirmResetPassword, {
          user: ANA,
          code: given,
          password: 'Pereira1987!',
        })
      ).responseHeader.responseDescription
    expect(await refusalOf('0000-0000')).toMatch(/código no es correcto/)
    expect(await refusalOf(code)).toBe(PERSONAL_PASSWORD)
    expect(await confirm(ANA, code)).toBe('00')
  })
})
