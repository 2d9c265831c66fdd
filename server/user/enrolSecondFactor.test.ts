import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { enrolSecondFactor } from '#contract/user/enrolSecondFactor.ts'
import { login, SECOND_FACTOR_REQUIRED } from '#contract/user/login.ts'
import { createLockHolder } from '#testing/lockHolder.ts'
import {
  freshCode,
  PASSWORD,
  type Person,
  personAt,
  startTestServer,
  type TestServer,
} from '#testing/testServer.ts'

let server: TestServer
const setUp = async () => {
  server = await startTestServer()
  await server.context.db.execute(
    "delete from second_factor where person_id = (select id from person where email = 'diego@demo.surtidor.uy')",
  )
}
const tearDown = () => server.close()

const DIEGO = 'diego@demo.surtidor.uy'
const enrol = (who: Person, password = PASSWORD) => who.call(enrolSecondFactor, { password })
const codeOf = (secret: string) =>
  TOTP.generate({
    secret: Secret.fromBase32(secret),
    timestamp: server.context.now().getTime(),
  })
const descriptionOf = async (call: ReturnType<Person['call']>) => {
  const { responseHeader } = await call
  return responseHeader.responseDescription
}

describe('enrolSecondFactor', () => {
  beforeEach(setUp)
  afterEach(tearDown)

  test('requires the factor at sign-in once a code has confirmed it', async () => {
    const diego = await server.as('diego')
    const { secret, uri } = await enrol(diego)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Surtidor:diego%40demo\.surtidor\.uy\?/)
    expect(uri).toContain(`secret=${secret}`)
    // An unconfirmed factor is not required, so that an unfinished enrolment locks no account.
    expect(
      await descriptionOf(server.stranger.call(login, { user: DIEGO, password: PASSWORD })),
    ).toBe('AUTORIZADO')
    const code = codeOf(secret)
    expect(await descriptionOf(diego.call(confirmSecondFactor, { code: '000000' }))).toMatch(
      /no es correcto/,
    )
    expect(await descriptionOf(diego.call(confirmSecondFactor, { code }))).toBe('AUTORIZADO')
    expect(
      await descriptionOf(server.stranger.call(login, { user: DIEGO, password: PASSWORD })),
    ).toBe(SECOND_FACTOR_REQUIRED)
    const again = { user: DIEGO, password: PASSWORD, secondFactor: code }
    expect(await descriptionOf(server.stranger.call(login, again))).toMatch(/ya se usó/)
    server.wait(30_000)
    expect(
      await descriptionOf(server.stranger.call(login, { ...again, secondFactor: codeOf(secret) })),
    ).toBe('AUTORIZADO')
  })

  test('stores the secret encrypted', async () => {
    const diego = await server.as('diego')
    const storedSecret = async () => {
      const { rows } = await server.context.db.execute(
        `select secret from second_factor where person_id = (select id from person where email = '${DIEGO}')`,
      )
      return String(rows[0]?.secret)
    }
    const { secret } = await enrol(diego)
    expect(await storedSecret()).toMatch(/^v1\./)
    expect(await storedSecret()).not.toContain(secret)
    await diego.call(confirmSecondFactor, { code: codeOf(secret) })
  })

  test('an unconfirmed replacement leaves the old factor in force', async () => {
    const elena = await server.as('elena')
    await enrol(elena)
    const plain = { user: 'elena@demo.surtidor.uy', password: PASSWORD }
    expect(await descriptionOf(server.stranger.call(login, plain))).toBe(SECOND_FACTOR_REQUIRED)
    server.wait(30_000)
    expect((await server.as('elena')).token).toMatch(/^[\w-]{43}$/)
  })

  test('starting a replacement does not make a used code valid again', async () => {
    server.wait(60_000)
    const elena = { user: 'elena@demo.surtidor.uy', password: PASSWORD }
    const shown = { ...elena, secondFactor: await freshCode(server.context, elena.user) }
    const { user } = await server.stranger.call(login, shown)
    await enrol(personAt(server.url, user.userSessionToken, server.context.now))
    expect(await descriptionOf(server.stranger.call(login, shown))).toMatch(/ya se usó/)
  })

  test('a code does not confirm a secret that replaced its own concurrently', async () => {
    server.wait(60_000)
    const elena = await server.as('elena')
    const { secret } = await enrol(elena)
    const lockHolder = await createLockHolder(server)
    await lockHolder.lock(`update second_factor set pending_secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    where person_id = (select id from person where email = 'elena@demo.surtidor.uy')`)
    const confirmation = elena.call(confirmSecondFactor, { code: codeOf(secret) })
    await lockHolder.waitForBlocked(1)
    await lockHolder.release('commit')
    expect(await descriptionOf(confirmation)).toMatch(/no es correcto/)
    server.wait(60_000)
    // The old factor is still in force.
    expect((await server.as('elena')).token).toMatch(/^[\w-]{43}$/)
  })

  test('the code that confirms a new secret cannot be used again, here or at sign-in', async () => {
    server.wait(60_000)
    const elena = await server.as('elena')
    const { secret } = await enrol(elena)
    const code = codeOf(secret)
    // The same time step as the login's: the new secret has not used it.
    const both = [1, 2].map(() => descriptionOf(elena.call(confirmSecondFactor, { code })))
    expect((await Promise.all(both)).toSorted()).toEqual([
      'AUTORIZADO',
      expect.stringMatching(/no es correcto/),
    ])
    const again = { user: 'elena@demo.surtidor.uy', password: PASSWORD, secondFactor: code }
    expect(await descriptionOf(server.stranger.call(login, again))).toMatch(/ya se usó/)
  })

  test('requires the password, and the old factor to replace it', async () => {
    const carla = await server.as('carla')
    expect(await descriptionOf(enrol(carla, 'otra-cosa'))).toMatch(/no es correcta/)
    await server.context.db.execute('update session set second_factor_at = null')
    expect(await descriptionOf(enrol(carla))).toMatch(/ingresá primero/)
    const code = await freshCode(server.context, 'carla@demo.surtidor.uy')
    expect(await descriptionOf(carla.call(confirmSecondFactor, { code }))).toBe('AUTORIZADO')
    const { secret } = await enrol(carla)
    server.wait(30_000)
    expect(await descriptionOf(carla.call(confirmSecondFactor, { code: codeOf(secret) }))).toBe(
      'AUTORIZADO',
    )
  })

  test('is not allowed for drivers', async () => {
    const { user } = await server.stranger.call(login, {
      user: 'ana@demo.surtidor.uy',
      password: PASSWORD,
    })
    const ana = personAt(server.url, user.userSessionToken, server.context.now)
    expect(await descriptionOf(enrol(ana))).toMatch(/no tiene permiso/)
  })
})
