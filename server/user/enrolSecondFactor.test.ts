import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { WRONG_CURRENT_PASSWORD } from '#contract/fields/password.ts'
import { SESSION_OVER } from '#contract/responseCodes.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { enrolSecondFactor, SECOND_FACTOR_REQUIRED } from '#contract/user/enrolSecondFactor.ts'
import { login } from '#contract/user/login.ts'
import { roles } from '#contract/user/roles.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import { giveEnrolmentCode } from '#testing/harness/createPerson.ts'
import {
  freshCode,
  PASSWORD,
  type Person,
  testServerForEachTest,
} from '#testing/harness/testServer.ts'

const server = testServerForEachTest()
beforeEach(async () => {
  await server.context.db.execute(
    "delete from second_factor where person_id = (select id from person where email = 'diego@demo.surtidor.uy')",
  )
})

const DIEGO = 'diego@demo.surtidor.uy'
const enrol = (who: Person, password = PASSWORD, secondFactor = '') =>
  who.call(enrolSecondFactor, { password, secondFactor })
const enrolFirst = async (who: Person, email: string) =>
  who.call(enrolSecondFactor, {
    password: PASSWORD,
    enrolmentCode: await giveEnrolmentCode(server.context, email),
  })
/** Enrols a replacement with the next code of the factor in force. */
async function replace(who: Person, name: string) {
  server.wait(30_000)
  const code = await freshCode(server.context, `${name}@demo.surtidor.uy`)
  return await enrol(who, PASSWORD, code)
}
const stateAtLogin = async (user: string) =>
  (await server.stranger.call(login, { user, password: PASSWORD })).secondFactor
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
  test('requires the factor at sign-in once a code has confirmed it', async () => {
    const diego = await server.as('diego')
    const { secret, uri } = await enrolFirst(diego, DIEGO)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Surtidor:diego%40demo\.surtidor\.uy\?/)
    expect(uri).toContain(`secret=${secret}`)
    // An unconfirmed factor is not required, so that an unfinished enrolment locks no account.
    expect(await stateAtLogin(DIEGO)).toBe('none')
    const code = codeOf(secret)
    expect(await descriptionOf(diego.call(confirmSecondFactor, { code: '000000' }))).toMatch(
      /no es correcto/,
    )
    expect(await descriptionOf(diego.call(confirmSecondFactor, { code }))).toBe('AUTORIZADO')
    expect(await stateAtLogin(DIEGO)).toBe('notShown')
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
    const { secret } = await enrolFirst(diego, DIEGO)
    expect(await storedSecret()).toMatch(/^[\w-]{16}\.[\w-]+\.[\w-]{22}$/)
    expect(await storedSecret()).not.toContain(secret)
    await diego.call(confirmSecondFactor, { code: codeOf(secret) })
  })

  test('an unconfirmed replacement leaves the old factor in force', async () => {
    const elena = await server.as('elena')
    expect((await replace(elena, 'elena')).responseHeader.responseCode).toBe('00')
    expect(await stateAtLogin('elena@demo.surtidor.uy')).toBe('notShown')
    server.wait(30_000)
    expect((await server.as('elena')).token).toMatch(/^[\w-]{43}$/)
  })

  test('starting a replacement does not make a used code valid again', async () => {
    server.wait(60_000)
    const elena = { user: 'elena@demo.surtidor.uy', password: PASSWORD }
    const code = await freshCode(server.context, elena.user)
    const { user } = await server.stranger.call(login, { ...elena, secondFactor: code })
    const session = server.session(user.userSessionToken)
    expect(await descriptionOf(enrol(session, PASSWORD, code))).toMatch(/ya se usó/)
    server.wait(30_000)
    const next = await freshCode(server.context, elena.user)
    expect(await descriptionOf(enrol(session, PASSWORD, next))).toBe('AUTORIZADO')
    for (const used of [code, next])
      expect(
        await descriptionOf(server.stranger.call(login, { ...elena, secondFactor: used })),
      ).toMatch(/ya se usó/)
  })

  test('a code does not confirm a secret that replaced its own concurrently', async () => {
    server.wait(60_000)
    const elena = await server.as('elena')
    const { secret } = await replace(elena, 'elena')
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
    const { secret } = await replace(elena, 'elena')
    const code = codeOf(secret)
    // The same time step as the replacement's: the new secret has not used it.
    const both = [1, 2].map(() => descriptionOf(elena.call(confirmSecondFactor, { code })))
    // The first renews the token of the session.
    expect((await Promise.all(both)).toSorted()).toEqual(['AUTORIZADO', SESSION_OVER])
    const again = { user: 'elena@demo.surtidor.uy', password: PASSWORD, secondFactor: code }
    expect(await descriptionOf(server.stranger.call(login, again))).toMatch(/ya se usó/)
  })

  test('requires the password and a code of the factor in force to replace it, in a session that has shown it', async () => {
    const CARLA = 'carla@demo.surtidor.uy'
    const carla = await server.as('carla')
    expect(await descriptionOf(enrol(carla, 'otra-cosa'))).toBe(WRONG_CURRENT_PASSWORD)
    expect(await descriptionOf(enrol(carla))).toBe(SECOND_FACTOR_REQUIRED)
    expect(await descriptionOf(enrol(carla, PASSWORD, '000000'))).toMatch(/no es correcto/)
    const other = await server.as('carla')
    await server.context.db.execute('update session set second_factor_at = null')
    const code = await freshCode(server.context, CARLA)
    expect(await descriptionOf(enrol(carla, PASSWORD, code))).toMatch(/ingresá primero/)
    const shown = await carla.call(confirmSecondFactor, { code })
    const raised = server.session(shown.userSessionToken)
    const { secret } = await replace(raised, 'carla')
    const confirmed = await raised.call(confirmSecondFactor, { code: codeOf(secret) })
    expect(confirmed.responseHeader.responseCode).toBe('00')
    // The replacement ends the other sessions, and its owner is told.
    expect(await descriptionOf(other.call(roles, {}))).toBe(SESSION_OVER)
    expect((await server.mailsTo(CARLA))[0]?.subject).toBe('Tu segundo factor cambió')
  })

  test('delays wrong codes of the factor in force together with those of other calls', async () => {
    const carla = await server.as('carla')
    const answers: number[] = []
    for (let i = 0; i < 3; i++) {
      answers.push((await enrol(carla, PASSWORD, `99999${i}`)).status)
      const user = 'carla@demo.surtidor.uy'
      const guess = { user, password: PASSWORD, secondFactor: `88888${i}` }
      answers.push((await server.stranger.call(login, guess)).status)
    }
    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('is not allowed for drivers', async () => {
    const ana = await server.enter('ana@demo.surtidor.uy')
    expect(await descriptionOf(enrol(ana))).toMatch(/no tiene permiso/)
  })
})
