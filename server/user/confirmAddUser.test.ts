import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { login } from '#contract/user/login.ts'
import { notifications } from '#contract/user/notifications.ts'
import {
  codesIn,
  type TestServer,
  startTestServer,
  PASSWORD,
  personAt,
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

test('beto, who lost his first mail, asks for another code and confirms with it, however he types it', async () => {
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

test('asking for a code is answered alike for who is confirmed, for nobody and for who is not', async () => {
  const before = (await server.mailsTo(BETO)).length
  for (const user of [BETO, 'nadie@demo.surtidor.uy'])
    expect(codeOf(await confirm('', user))).toBe('00')
  expect(await server.mailsTo(BETO)).toHaveLength(before)
  expect(await server.mailsTo('nadie@demo.surtidor.uy')).toEqual([])
})
