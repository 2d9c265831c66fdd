import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { DENIED, INVALID_SESSION, OK, SECOND_FACTOR_NOT_SHOWN } from '#contract/responseCodes.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { enrolSecondFactor } from '#contract/user/enrolSecondFactor.ts'
import { login } from '#contract/user/login.ts'
import { purgeExpired } from '#db/retention.ts'
import { sha256 } from '#server/http/sha256.ts'
import {
  freshCode,
  PASSWORD,
  type Person,
  testServerForEachTest,
} from '#testing/harness/testServer.ts'

let carla: Person
const server = testServerForEachTest()
beforeEach(async () => {
  carla = await server.as('carla')
})

const CARLA = 'carla@demo.surtidor.uy'
const hasShownFactor = async (person: Person) => {
  const { rows } = await server.context.db.execute<{ shown: boolean }>(
    `select second_factor_at is not null as shown from session where token_hash = '\\x${sha256(person.token).toString('hex')}'`,
  )
  return rows[0]?.shown
}
const resetFactor = () => server.context.db.execute('update session set second_factor_at = null')
/** Confirms a code; a right one renews the token of Carla's session. */
const confirm = async (code: string) => {
  const { responseHeader, status, userSessionToken } = await carla.call(confirmSecondFactor, {
    code,
  })
  if (userSessionToken) carla = server.session(userSessionToken)
  return status === 429 ? status : responseHeader.responseCode
}

const list = async ({ token }: Person = carla) =>
  (await server.session(token).call(membershipRequestList, {})).responseHeader

describe('confirmSecondFactor', () => {
  test('raises the rights of a session that began without the factor, under a new token', async () => {
    const before = await server.enter(CARLA)
    carla = before
    expect(await list()).toMatchObject({
      responseCode: DENIED,
      responseDescription: SECOND_FACTOR_NOT_SHOWN,
    })
    expect(await confirm(await freshCode(server.context, CARLA))).toBe('00')
    expect(await list()).toMatchObject({ responseCode: OK })
    expect(await list(before)).toMatchObject({ responseCode: INVALID_SESSION })
  })

  test('shows the factor in force also while a replacement waits for its confirmation', async () => {
    server.wait(30_000)
    const secondFactor = await freshCode(server.context, CARLA)
    const { secret } = await carla.call(enrolSecondFactor, { password: PASSWORD, secondFactor })
    await resetFactor()
    server.wait(30_000)
    const timestamp = server.context.now().getTime()
    const pending = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
    // Only a session that has shown the factor in force may replace it.
    expect(await confirm(pending)).toBe('05')
    expect(await confirm(await freshCode(server.context, CARLA))).toBe('00')
    expect(await confirm(pending)).toBe('00')
  })

  test('is required of a person who is no operator any more', async () => {
    const DIEGO = 'diego@demo.surtidor.uy'
    await server.context.db.execute(
      `update person_role set role_code = '2' where person_id = (select id from person where email = '${DIEGO}')`,
    )
    const answer = await server.stranger.call(login, { user: DIEGO, password: PASSWORD })
    expect(answer.secondFactor).toBe('notShown')
    carla = server.session(answer.user.userSessionToken)
    expect((await carla.call(loyalties, {})).responseHeader).toMatchObject({
      responseDescription: SECOND_FACTOR_NOT_SHOWN,
    })
    expect(await confirm(await freshCode(server.context, DIEGO))).toBe('00')
    expect((await carla.call(loyalties, {})).responseHeader.responseCode).toBe('00')
  })

  test('doubles the wait after each wrong code from the fifth on, and tells the owner', async () => {
    const waits: number[] = []
    for (let failures = 0; failures < 12; failures++) {
      let answer = await carla.call(confirmSecondFactor, { code: '000000' })
      if (answer.status === 429) {
        waits.push(Number(answer.headers.get('retry-after')))
        server.wait(1000 * (waits.at(-1) ?? 0))
        answer = await carla.call(confirmSecondFactor, { code: '000000' })
      }
      expect(answer.status).toBe(200)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64])
    const mails = (await server.mailsTo(CARLA)).filter(({ subject }) =>
      /probó códigos/.test(subject),
    )
    expect(mails).toHaveLength(2)
  })

  test('counts the wrong codes of last week and of other sessions, also after a right one', async () => {
    const guess = async () => {
      const { status, headers } = await carla.call(confirmSecondFactor, { code: '000000' })
      return status === 429 ? Number(headers.get('retry-after')) : 'checked'
    }
    const logInAgain = async () => {
      carla = await server.enter(CARLA)
    }
    for (let failures = 0; failures < 4; failures++) expect(await guess()).toBe('checked')
    server.wait(7 * DAY_MS)
    await purgeExpired(server.context.db, server.context.now())
    await logInAgain()
    expect([await guess(), await guess()]).toEqual(['checked', 1])
    server.wait(7 * DAY_MS)
    await logInAgain()
    expect(await confirm(await freshCode(server.context, CARLA))).toBe('00')
    await logInAgain()
    expect([await guess(), await guess()]).toEqual(['checked', 2])
  })

  test('rejects a wrong, malformed or used code', async () => {
    await resetFactor()
    server.wait(60_000)
    const code = await freshCode(server.context, CARLA)
    const other = code === '123456' ? '654321' : '123456'
    for (const wrong of [other, '', '12345', 'abcdef']) expect(await confirm(wrong)).toBe('05')
    expect(await confirm(code)).toBe('00')
    await resetFactor()
    expect(await confirm(code)).toBe('05')
    expect(await hasShownFactor(carla)).toBe(false)
  })

  test('checks five of many concurrent wrong codes', async () => {
    server.wait(120_000)
    const all = await Promise.all(Array.from({ length: 20 }, (_, i) => confirm(`9999${10 + i}`)))
    expect(new Set<unknown>(all)).toEqual(new Set(['05', 429]))
    expect(all.filter((answer) => answer === '05')).toHaveLength(5)
    server.wait(120_000)
    expect(await confirm(await freshCode(server.context, CARLA))).toBe('00')
  })
})
