import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { enrolSecondFactor } from '#contract/user/enrolSecondFactor.ts'
import { login, SECOND_FACTOR_REQUIRED } from '#contract/user/login.ts'
import {
  freshCode,
  type TestServer,
  startTestServer,
  PASSWORD,
  type Person,
  personAt,
} from '#testing/testServer.ts'
import { openLockHolder } from '#testing/lockHolder.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.context.db.execute(
    "delete from second_factor where person_id = (select id from person where email = 'diego@demo.surtidor.uy')",
  )
})
afterAll(() => server.close())

const DIEGO = 'diego@demo.surtidor.uy'
const enrol = (who: Person, password = PASSWORD) => who.call(enrolSecondFactor, { password })
const codeOf = (secret: string) =>
  TOTP.generate({
    secret: Secret.fromBase32(secret),
    timestamp: server.context.now().getTime(),
  })
const saidTo = async (call: ReturnType<Person['call']>) => {
  const { responseHeader } = await call
  return responseHeader.responseDescription
}

test('diego enrols, proves it, and from then on is asked for it', async () => {
  const diego = await server.as('diego')
  const { secret, uri } = await enrol(diego)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toMatch(/^otpauth:\/\/totp\/Surtidor:diego%40demo\.surtidor\.uy\?/)
  expect(uri).toContain(`secret=${secret}`)
  // Not proved yet: nobody is locked out by an app that was never set up.
  expect(await saidTo(server.stranger.call(login, { user: DIEGO, password: PASSWORD }))).toBe(
    'AUTORIZADO',
  )
  const code = codeOf(secret)
  expect(await saidTo(diego.call(confirmSecondFactor, { code: '000000' }))).toMatch(
    /no es correcto/,
  )
  expect(await saidTo(diego.call(confirmSecondFactor, { code }))).toBe('AUTORIZADO')
  expect(await saidTo(server.stranger.call(login, { user: DIEGO, password: PASSWORD }))).toBe(
    SECOND_FACTOR_REQUIRED,
  )
  const again = { user: DIEGO, password: PASSWORD, secondFactor: code }
  expect(await saidTo(server.stranger.call(login, again))).toMatch(/ya se usó/)
  server.wait(30_000)
  expect(
    await saidTo(server.stranger.call(login, { ...again, secondFactor: codeOf(secret) })),
  ).toBe('AUTORIZADO')
})

test('the database alone makes no codes: the secret is sealed, each time otherwise', async () => {
  const diego = await server.as('diego')
  const kept = async () => {
    const { rows } = await server.context.db.execute(
      `select secret from second_factor where person_id = (select id from person where email = '${DIEGO}')`,
    )
    return String(rows[0]?.secret)
  }
  const { secret } = await enrol(diego)
  expect(await kept()).toMatch(/^v1\./)
  expect(await kept()).not.toContain(secret)
  await diego.call(confirmSecondFactor, { code: codeOf(secret) })
})

test('a change that was begun and left leaves the old one in force', async () => {
  const elena = await server.as('elena')
  await enrol(elena)
  const plain = { user: 'elena@demo.surtidor.uy', password: PASSWORD }
  expect(await saidTo(server.stranger.call(login, plain))).toBe(SECOND_FACTOR_REQUIRED)
  server.wait(30_000)
  expect((await server.as('elena')).token).toMatch(/^[\w-]{43}$/)
})

test('a code that let in once lets nobody in again because a change was begun', async () => {
  server.wait(60_000)
  const elena = { user: 'elena@demo.surtidor.uy', password: PASSWORD }
  const shown = { ...elena, secondFactor: await freshCode(server.context, elena.user) }
  const { user } = await server.stranger.call(login, shown)
  await enrol(personAt(server.url, user.userSessionToken, server.context.now))
  expect(await saidTo(server.stranger.call(login, shown))).toMatch(/ya se usó/)
})

test('what is proved is the secret whose code was shown, not one that slipped in meanwhile', async () => {
  server.wait(60_000)
  const elena = await server.as('elena')
  const { secret } = await enrol(elena)
  const gate = await openLockHolder(server)
  await gate.hold(`update second_factor set pending_secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    where person_id = (select id from person where email = 'elena@demo.surtidor.uy')`)
  const proving = elena.call(confirmSecondFactor, { code: codeOf(secret) })
  await gate.queued(1)
  await gate.open('commit')
  expect(await saidTo(proving)).toMatch(/no es correcto/)
  server.wait(60_000)
  // The one in force goes on.
  expect((await server.as('elena')).token).toMatch(/^[\w-]{43}$/)
})

test('the code that proves a new secret is used up, sent twice or shown at the login', async () => {
  server.wait(60_000)
  const elena = await server.as('elena')
  const { secret } = await enrol(elena)
  const code = codeOf(secret)
  // Within the same half minute as the login: the new secret has used no step of its own.
  const both = [1, 2].map(() => saidTo(elena.call(confirmSecondFactor, { code })))
  expect((await Promise.all(both)).toSorted()).toEqual([
    'AUTORIZADO',
    expect.stringMatching(/no es correcto/),
  ])
  const again = { user: 'elena@demo.surtidor.uy', password: PASSWORD, secondFactor: code }
  expect(await saidTo(server.stranger.call(login, again))).toMatch(/ya se usó/)
})

test('the password is asked for, and a session that never showed the factor replaces none', async () => {
  const carla = await server.as('carla')
  expect(await saidTo(enrol(carla, 'otra-cosa'))).toMatch(/no es correcta/)
  await server.context.db.execute('update session set second_factor_at = null')
  expect(await saidTo(enrol(carla))).toMatch(/ingresá primero/)
  const code = await freshCode(server.context, 'carla@demo.surtidor.uy')
  expect(await saidTo(carla.call(confirmSecondFactor, { code }))).toBe('AUTORIZADO')
  const { secret } = await enrol(carla)
  server.wait(30_000)
  expect(await saidTo(carla.call(confirmSecondFactor, { code: codeOf(secret) }))).toBe('AUTORIZADO')
})

test('a driver has no use for one', async () => {
  const { user } = await server.stranger.call(login, {
    user: 'ana@demo.surtidor.uy',
    password: PASSWORD,
  })
  const ana = personAt(server.url, user.userSessionToken, server.context.now)
  expect(await saidTo(enrol(ana))).toMatch(/no tiene permiso/)
})
