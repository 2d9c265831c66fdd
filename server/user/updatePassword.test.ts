import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { requestHeader } from '#contract/header.ts'
import { login } from '#contract/user/login.ts'
import { roles } from '#contract/user/roles.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import {
  PASSWORD,
  type Person,
  personAt,
  testServerForEachTest,
} from '#testing/harness/testServer.ts'

const ANA = 'ana@demo.surtidor.uy'
const NEW = 'una nueva bien larga'
const server = testServerForEachTest()
const ana = startForEachTest(() => server.as('ana'))

const change = (fields: object = {}) =>
  ana.call(updatePassword, { user: ANA, password: NEW, ...fields })
const enter = async (password: string) =>
  (await server.stranger.call(login, { user: ANA, password })).responseHeader.responseCode

const isLive = async (person: Person) =>
  (await person.call(roles, {})).responseHeader.responseCode === '00'

describe('updatePassword', () => {
  test('the current password ends the other sessions and renews the token of this one', async () => {
    const tablet = await server.as('ana')
    server.wait(DAY_MS)
    const answer = await change({ currentPassword: PASSWORD })
    expect(answer.responseHeader.responseCode).toBe('00')
    expect([await enter(PASSWORD), await enter(NEW)]).toEqual(['05', '00'])
    const renewed = personAt(server.url, answer.userSessionToken ?? '', server.context.now)
    expect(renewed.token).toMatch(/^[\w-]{43}$/)
    expect(await Promise.all([renewed, ana, tablet].map(isLive))).toEqual([true, false, false])
    expect((await server.mailsTo(ANA))[0]?.subject).toBe('Tu contraseña cambió')
  })

  test('concurrent repeats change it once, and the new token is stored nowhere', async () => {
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
    // The one that comes second gets the first one's answer, or 88.
    for (const { responseHeader } of both)
      expect(['00', '88']).toContain(responseHeader.responseCode)
    const tokens = both.flatMap(({ userSessionToken }) => userSessionToken || [])
    expect(new Set(tokens).size).toBe(1)
    expect(late.responseHeader.responseCode).toBe('88')
    const token = both.find(({ userSessionToken }) => userSessionToken)?.userSessionToken ?? ''
    expect(await isLive(personAt(server.url, token, server.context.now))).toBe(true)
    expect(await enter(NEW)).toBe('00')
    const { rows } = await server.context.db.execute<{ answer: unknown }>(
      'select answer from idempotent_request',
    )
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('renews the token and the binder cookie of a browser session', async () => {
    const web = 'http://localhost:3000'
    const cookiesOf = (headers: Headers) =>
      Object.fromEntries(
        headers
          .getSetCookie()
          .map((one) => (one.split(';')[0] ?? '').split('=') as [string, string]),
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

  test('the current password is not needed within five minutes of the login; the token is new too', async () => {
    const tablet = await server.as('ana')
    const answer = await change({ user: { email: ANA } })
    expect(answer.responseHeader.responseCode).toBe('00')
    const renewed = personAt(server.url, answer.userSessionToken ?? '', server.context.now)
    expect(await Promise.all([renewed, ana, tablet].map(isLive))).toEqual([true, false, false])
    server.wait(5 * 60_000 + 1)
    const fields = { user: ANA, password: 'otra todavía más larga' }
    const late = await renewed.call(updatePassword, fields)
    expect(late.responseHeader).toMatchObject({
      responseCode: '05',
      responseDescription: 'Para cambiar tu contraseña escribí también la actual.',
    })
    expect(await enter(NEW)).toBe('00')
  })

  test('rejects and delays wrong current passwords, also right after the login', async () => {
    for (let i = 0; i < 5; i++) {
      const answer = await change({ currentPassword: `no es ${i}` })
      expect(answer.responseHeader.responseDescription).toMatch(/actual no es correcta/)
    }
    expect((await change({ currentPassword: PASSWORD })).status).toBe(429)
    server.wait(61_000)
    expect(await enter(PASSWORD)).toBe('00')
  })

  test('answers the same for another account and for an unknown one', async () => {
    const others = await Promise.all(
      ['fede@demo.surtidor.uy', 'nadie@demo.surtidor.uy'].map((user) => change({ user })),
    )
    const sentences = others.map(({ responseHeader }) => responseHeader.responseDescription)
    expect(sentences).toEqual(['No encontramos lo que pediste.', 'No encontramos lo que pediste.'])
  })

  test('rejects short and common passwords and the own data', async () => {
    for (const password of ['corta', 'uruguay123', 'Urugu4y.2031', 'Pereira1987!', ANA])
      expect((await change({ password })).responseHeader.responseCode).toBe('05')
    expect(await enter(PASSWORD)).toBe('00')
  })
})
