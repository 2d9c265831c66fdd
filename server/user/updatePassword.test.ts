import { afterAll, beforeEach, expect, test } from 'vitest'
import { requestHeader } from '#contract/header.ts'
import { login } from '#contract/user/login.ts'
import { roles } from '#contract/user/roles.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import {
  type TestServer,
  startTestServer,
  PASSWORD,
  type Person,
  personAt,
} from '#testing/testServer.ts'

const ANA = 'ana@demo.surtidor.uy'
const NEW = 'una nueva bien larga'
const houses: TestServer[] = []
let server: TestServer
let ana: Person
beforeEach(async () => {
  server = await startTestServer()
  houses.push(server)
  ana = await server.as('ana')
})
afterAll(async () => {
  for (const one of houses) await one.close()
})

const change = (fields: object = {}) =>
  ana.call(updatePassword, { user: ANA, password: NEW, ...fields })
const enter = async (password: string) =>
  (await server.stranger.call(login, { user: ANA, password })).responseHeader.responseCode

const alive = async (person: Person) =>
  (await person.call(roles, {})).responseHeader.responseCode === '00'

test('with the current password it changes at any time; the other sessions end, and this one goes on under a new token', async () => {
  const tablet = await server.as('ana')
  server.wait(86_400_000)
  const answer = await change({ currentPassword: PASSWORD })
  expect(answer.responseHeader.responseCode).toBe('00')
  expect([await enter(PASSWORD), await enter(NEW)]).toEqual(['05', '00'])
  const renewed = personAt(server.url, answer.userSessionToken ?? '', server.context.now)
  expect(renewed.token).toMatch(/^[\w-]{43}$/)
  expect(await Promise.all([renewed, ana, tablet].map(alive))).toEqual([true, false, false])
  expect((await server.mailsTo(ANA))[0]?.subject).toBe('Tu contraseña cambió')
})

test('sent twice at once it changes once, and its new token is kept nowhere', async () => {
  const body = JSON.stringify({
    requestHeader: requestHeader({
      now: server.context.now(),
      random: 0.5,
      platform: 'a',
      token: ana.token,
    }),
    user: ANA,
    password: NEW,
    currentPassword: PASSWORD,
  })
  const ask = () => ana.call(updatePassword, {} as never, { body })
  const both = await Promise.all([ask(), ask()])
  const late = await ask()
  // The other one is told that its session is over, or that it was done: never a token, nor a 05.
  for (const { responseHeader } of both) expect(['00', '88']).toContain(responseHeader.responseCode)
  expect(both.filter(({ userSessionToken }) => userSessionToken)).toHaveLength(1)
  expect(late.responseHeader.responseCode).toBe('88')
  const token = both.find(({ userSessionToken }) => userSessionToken)?.userSessionToken ?? ''
  expect(await alive(personAt(server.url, token, server.context.now))).toBe(true)
  expect(await enter(NEW)).toBe('00')
  const { rows } = await server.context.db.execute<{ answer: unknown }>(
    'select answer from idempotent_request',
  )
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a browser’s session gets both halves anew', async () => {
  const web = 'http://localhost:3000'
  const cookiesOf = (headers: Headers) =>
    Object.fromEntries(
      headers.getSetCookie().map((one) => (one.split(';')[0] ?? '').split('=') as [string, string]),
    )
  const entered = await server.stranger.call(
    login,
    { user: ANA, password: PASSWORD },
    { headers: { origin: web } },
  )
  const jar = cookiesOf(entered.headers)
  const halves = (cookies: Record<string, string>) => {
    const xsrf = cookies['XSRF-TOKEN'] ?? ''
    const cookie = `binder=${cookies.binder}; XSRF-TOKEN=${xsrf}`
    return { headers: { origin: web, cookie, 'x-xsrf-token': xsrf } }
  }
  const old = personAt(server.url, entered.user.userSessionToken, server.context.now)
  const fields = { user: ANA, password: NEW, currentPassword: PASSWORD }
  const answer = await old.call(updatePassword, fields, halves(jar))
  const fresh = cookiesOf(answer.headers)
  expect(fresh.binder).not.toBe(jar.binder)
  const renewed = personAt(server.url, answer.userSessionToken ?? '', server.context.now)
  const codes: string[] = []
  for (const [who, cookies] of [
    [renewed, fresh],
    [renewed, jar],
    [old, jar],
    [old, fresh],
  ] as const)
    codes.push((await who.call(roles, {}, halves(cookies))).responseHeader.responseCode)
  expect(codes).toEqual(['00', '88', '88', '88'])
})

test('without it, as the specification sends it, within five minutes of the login alone', async () => {
  const tablet = await server.as('ana')
  const answer = await change({ user: { email: ANA } })
  expect(answer.responseHeader.responseCode).toBe('00')
  // It would not look for a new token: its own goes on.
  expect(answer).not.toHaveProperty('userSessionToken')
  expect(await Promise.all([ana, tablet].map(alive))).toEqual([true, false])
  server.wait(5 * 60_000 + 1)
  const late = await change({ password: 'otra todavía más larga' })
  expect(late.responseHeader).toMatchObject({
    responseCode: '05',
    responseDescription: 'Para cambiar tu contraseña escribí también la actual.',
  })
  expect(await enter(NEW)).toBe('00')
})

test('a wrong current password changes nothing, also fresh from the login, and is counted', async () => {
  for (let i = 0; i < 5; i++) {
    const answer = await change({ currentPassword: `no es ${i}` })
    expect(answer.responseHeader.responseDescription).toMatch(/actual no es correcta/)
  }
  expect((await change({ currentPassword: PASSWORD })).status).toBe(429)
  server.wait(61_000)
  expect(await enter(PASSWORD)).toBe('00')
})

test('nobody changes anybody else’s', async () => {
  const others = await Promise.all(
    ['fede@demo.surtidor.uy', 'nadie@demo.surtidor.uy'].map((user) => change({ user })),
  )
  const said = others.map(({ responseHeader }) => responseHeader.responseDescription)
  expect(said).toEqual(['No encontramos lo que pediste.', 'No encontramos lo que pediste.'])
})

test('short and common ones are refused', async () => {
  for (const password of ['corta', 'uruguay123', ANA])
    expect((await change({ password })).responseHeader.responseCode).toBe('05')
  expect(await enter(PASSWORD)).toBe('00')
})
