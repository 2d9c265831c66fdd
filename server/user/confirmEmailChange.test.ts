import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { confirmEmailChange } from '#contract/user/confirmEmailChange.ts'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { login } from '#contract/user/login.ts'
import { requestEmailChange } from '#contract/user/requestEmailChange.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { userData } from '#contract/user/userData.ts'
import {
  codesIn,
  PASSWORD,
  type Person,
  testServerForEachTest,
} from '#testing/harness/testServer.ts'
import { undoTwice } from '#testing/harness/undoTwice.ts'

const FEDE = 'fede@demo.surtidor.uy'
const NEW = 'federico@correo.example'
const OWN = 'la cuenta es mía'
const server = testServerForEachTest()
let fede: Person
beforeEach(async () => {
  fede = await server.as('fede')
})

const sentTo = async (email: string) => codesIn((await server.mailsTo(email))[0] ?? { text: '' })
async function request(email = NEW) {
  await fede.call(requestEmailChange, { email, password: PASSWORD })
  const [old, fresh] = [await sentTo(FEDE), await sentTo(email)]
  return { oldCode: old.code, newCode: fresh.code, stopToken: old.token }
}
function confirm({ oldCode, newCode }: { oldCode: string; newCode: string }, header = {}) {
  // The newest of two emails is the one with the later time.
  server.wait(1000)
  return fede.call(confirmEmailChange, { oldCode, newCode }, { header })
}
const codeOf = (answer: { responseHeader: { responseCode: string } }) =>
  answer.responseHeader.responseCode
const enter = async (user: string, password = PASSWORD) =>
  codeOf(await server.stranger.call(login, { user, password }))
const undo = async (code: string, user = FEDE) =>
  codeOf(await server.stranger.call(confirmResetPassword, { user, code, password: OWN }))

describe('confirmEmailChange', () => {
  test('the new address signs in, other sessions end, both addresses are told', async () => {
    const tablet = await server.as('fede')
    const codes = await request()
    const typed = { ...codes, newCode: ` ${codes.newCode.toLowerCase().replace('-', '')} ` }
    const answer = await confirm(typed)
    expect(answer.user.email).toBe(NEW)
    expect([await enter(NEW), await enter(FEDE)]).toEqual(['00', '05'])
    expect([
      codeOf(await fede.call(userData, {})),
      codeOf(await tablet.call(userData, {})),
    ]).toEqual(['00', '88'])
    const subjects = [(await server.mailsTo(FEDE))[0], (await server.mailsTo(NEW))[0]]
    expect(subjects.map((mail) => mail?.subject)).toEqual([
      'Tu cuenta ya no usa este correo',
      'Tu cuenta ya usa este correo',
    ])
  })

  test('needs both codes: the link of the mail, the codes crossed and one of them twice do not do', async () => {
    const { oldCode, newCode, stopToken } = await request()
    for (const codes of [
      { oldCode: newCode, newCode: oldCode },
      { oldCode, newCode: oldCode },
      { oldCode: newCode, newCode },
      { oldCode: stopToken, newCode },
    ])
      expect(codeOf(await confirm(codes))).toBe('05')
    expect(codeOf(await confirm({ oldCode, newCode }))).toBe('00')
  })

  test('the old address stops a pending change: new password, sessions ended, codes worthless', async () => {
    const { stopToken, ...codes } = await request()
    expect(await undo(stopToken)).toBe('00')
    expect(codeOf(await confirm(codes))).toBe('88')
    expect([await enter(FEDE, OWN), await enter(FEDE)]).toEqual(['00', '05'])
    expect(await undo(stopToken)).toBe('05')
  })

  test('the old address undoes a change for seven days, also after a further change', async () => {
    await confirm(await request())
    const { token } = await sentTo(FEDE)
    server.wait(6 * DAY_MS)
    fede = await server.enter(NEW)
    await fede.call(requestEmailChange, { email: 'tercero@correo.example', password: PASSWORD })
    const [second, third] = [await sentTo(NEW), await sentTo('tercero@correo.example')]
    expect(codeOf(await confirm({ oldCode: second.code, newCode: third.code }))).toBe('00')
    const { token: intruders } = await sentTo(NEW)
    expect(await undo(token)).toBe('00')
    expect(codeOf(await fede.call(userData, {}))).toBe('88')
    const entered = [
      await enter(FEDE, OWN),
      await enter(NEW),
      await enter('tercero@correo.example'),
    ]
    expect(entered).toEqual(['00', '05', '05'])
    // Who had the account in between cannot take it back.
    expect(await undo(intruders, NEW)).toBe('05')
  })

  test('a reset code sent to the former address is worth nothing after the change, nor after its undo', async () => {
    const reset = async (user: string) => {
      await server.stranger.call(resetPassword, { user })
      const [mail] = (await server.mailsTo(user)).filter(({ event }) => event.startsWith('reset'))
      return codesIn(mail ?? { text: '' })
    }
    const codes = await request()
    const early = await reset(FEDE)
    await confirm(codes)
    for (const code of [early.code, early.token]) expect(await undo(code, NEW)).toBe('05')
    const late = await reset(NEW)
    const undoLink = (await server.mailsTo(FEDE)).find(({ event }) =>
      event.startsWith('emailChanged'),
    )
    expect(await undo(codesIn(undoLink ?? { text: '' }).token)).toBe('00')
    for (const code of [late.code, late.token]) expect(await undo(code)).toBe('05')
    expect(await enter(FEDE, OWN)).toBe('00')
  })

  test('the link undoes nothing after seven days, and for another address it never did', async () => {
    await confirm(await request())
    const { token } = await sentTo(FEDE)
    expect(await undo(token, NEW)).toBe('05')
    server.wait(7 * DAY_MS)
    expect(await undo(token)).toBe('05')
    expect(await enter(NEW)).toBe('00')
  })

  test('two people who ask for one address: the first to confirm gets it', async () => {
    const codes = await request()
    const ana = await server.as('ana')
    await ana.call(requestEmailChange, { email: NEW, password: PASSWORD })
    const hers = {
      oldCode: (await sentTo('ana@demo.surtidor.uy')).code,
      newCode: (await sentTo(NEW)).code,
    }
    const both = await Promise.all([confirm(codes), ana.call(confirmEmailChange, hers)])
    expect(both.map(codeOf).toSorted()).toEqual(['00', '05'])
  })

  test('is undone once by two copies of the request that wait for its lock', async () => {
    const code = (await request()).stopToken
    for (const [responseCode, password] of await undoTwice(server, { user: FEDE, code }))
      expect(await enter(FEDE, password)).toBe(responseCode)
  })
})
