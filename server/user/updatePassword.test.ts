import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { addVehicle } from '#contract/loyalty/addVehicle.ts'
import { login } from '#contract/user/login.ts'
import { logout } from '#contract/user/logout.ts'
import { roles } from '#contract/user/roles.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { PASSWORD, type Person, testServerForEachTest } from '#testing/harness/testServer.ts'

const ANA = 'ana@demo.surtidor.uy'
const VEHICLE = {
  loyaltyCode: '60000001',
  vehicle: { mark: 'Fiat', plate: 'SBC4321', fuel: 'gasoil' },
}
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
    const renewed = server.session(answer.userSessionToken ?? '')
    expect(renewed.token).toMatch(/^[\w-]{43}$/)
    expect(await Promise.all([renewed, ana, tablet].map(isLive))).toEqual([true, false, false])
    expect((await server.mailsTo(ANA))[0]?.subject).toBe('Tu contraseña cambió')
  })

  test('a repeat with the replaced token gets the first answer, and that token nothing else', async () => {
    const header = { auditNumber: 'renewal' }
    const fields = { user: ANA, password: NEW, currentPassword: PASSWORD }
    const ask = (more: object = {}) =>
      ana.call(updatePassword, { ...fields, ...more }, { header: { ...header } })
    const first = await ask()
    const renewed = server.session(first.userSessionToken ?? '')
    const repeated = await ask()
    expect(repeated.userSessionToken).toBe(renewed.token)
    expect(repeated.responseHeader.rrn).toBe(first.responseHeader.rrn)
    const codeOf = async (answer: ReturnType<Person['call']>) =>
      (await answer).responseHeader.responseCode
    const others = {
      'another body': ask({ password: 'otra bien larga' }),
      'another number': ana.call(updatePassword, fields),
      'another call of the number': ana.call(addVehicle, VEHICLE, { header }),
      'a call that changes nothing': ana.call(roles, {}, { header }),
      'an invalid body': ana.call(updatePassword, { ...fields, password: 7 as never }, { header }),
      'of no session': server.stranger.call(updatePassword, fields, { header }),
    }
    for (const [what, other] of Object.entries(others)) expect(await codeOf(other), what).toBe('88')
    expect(await enter(NEW)).toBe('00')
    const { rows } = await server.context.db.execute<{ answer: unknown }>(
      'select answer from idempotent_request',
    )
    expect(JSON.stringify(rows)).not.toContain(renewed.token)
    await renewed.call(logout, {})
    expect(await codeOf(ask())).toBe('88')
  })

  test('the replaced token repeats nothing once the session has expired', async () => {
    const wire = { header: { auditNumber: 'renewal' } }
    const fields = { user: ANA, password: NEW, currentPassword: PASSWORD }
    const ask = async () =>
      (await ana.call(updatePassword, fields, wire)).responseHeader.responseCode
    expect([await ask(), await ask()]).toEqual(['00', '00'])
    server.wait(31 * DAY_MS)
    expect(await ask()).toBe('88')
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
    const old = server.session(entered.user.userSessionToken)
    const fields = { user: ANA, password: NEW, currentPassword: PASSWORD }
    const header = { auditNumber: 'renewal' }
    const ask = (cookies: Record<string, string>) =>
      old.call(updatePassword, fields, { header, ...halves(cookies) })
    const answer = await ask(jar)
    const fresh = cookiesOf(answer.headers)
    expect(fresh.binder).not.toBe(jar.binder)
    // Its answer was lost, with the cookies.
    const again = await ask(jar)
    expect(again.userSessionToken).toBe(answer.userSessionToken)
    expect(cookiesOf(again.headers).binder).toBe(fresh.binder)
    for (const others of [{}, fresh, { ...jar, 'XSRF-TOKEN': 'x' }])
      expect((await ask(others)).responseHeader.responseCode).toBe('88')
    const renewed = server.session(answer.userSessionToken ?? '')
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
    const renewed = server.session(answer.userSessionToken ?? '')
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
