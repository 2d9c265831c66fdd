import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { login } from '#contract/user/login.ts'
import { notifications } from '#contract/user/notifications.ts'
import {
  codesIn,
  PASSWORD,
  personAt,
  startTestServer,
  type TestServer,
} from '#testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const BETO = 'beto@demo.surtidor.uy'
const confirm = (code: string, user: string | { email: string } = BETO) =>
  server.stranger.call(confirmAddUser, { user, code })
const codeOf = (answer: Awaited<ReturnType<typeof confirm>>) => answer.responseHeader?.responseCode
const newest = async () => codesIn((await server.mailsTo(BETO))[0] as never)

describe('confirmAddUser', () => {
  test('an empty code requests a new one, which confirms the account once, in every notation', async () => {
    expect(codeOf(await confirm(''))).toBe('00')
    const { code } = await newest()
    const typed = ` ${code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
    expect(codeOf(await confirm(typed, { email: 'BETO@demo.surtidor.uy' }))).toBe('00')
    const { user } = await server.stranger.call(login, { user: BETO, password: PASSWORD })
    const beto = personAt(server.url, user.userSessionToken, server.context.now)
    const [welcome] = (await beto.call(notifications, {})).notifications
    expect(welcome?.title).toBe('Te damos la bienvenida, Alberto')
    expect(codeOf(await confirm(code))).toBe('05')
  })

  test('requesting a code answers 00 and sends nothing for a confirmed and for an unknown account', async () => {
    const ana = 'ana@demo.surtidor.uy'
    for (const user of [ana, 'nadie@demo.surtidor.uy'])
      expect(codeOf(await confirm('', user))).toBe('00')
    expect(await server.mailsTo(ana)).toEqual([])
    expect(await server.mailsTo('nadie@demo.surtidor.uy')).toEqual([])
  })
})
