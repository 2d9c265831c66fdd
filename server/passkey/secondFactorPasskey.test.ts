import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { home } from '#contract/operator/home.ts'
import { objects } from '#contract/operator/objects.ts'
import { loginPasskeyOptions } from '#contract/passkey/loginPasskeyOptions.ts'
import { secondFactorPasskey } from '#contract/passkey/secondFactorPasskey.ts'
import { secondFactorPasskeyOptions } from '#contract/passkey/secondFactorPasskeyOptions.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { enrolSecondFactor } from '#contract/user/enrolSecondFactor.ts'
import { userData } from '#contract/user/userData.ts'
import { addPasskey, signInBy, type Wrong } from '#testing/harness/passkeySteps.ts'
import { type SoftPasskey, signChallenge } from '#testing/harness/softAuthenticator.ts'
import { PASSWORD, type Person, testServerForEachTest } from '#testing/harness/testServer.ts'

/** Shows the second factor of a session by a passkey. */
async function showPasskey(person: Person, passkey: SoftPasskey, wrong: Wrong = {}) {
  const { options } = await person.call(secondFactorPasskeyOptions, {})
  return await person.call(secondFactorPasskey, {
    credential: signChallenge(passkey, options, wrong),
  })
}

let factor: SoftPasskey
let elena: Person
const server = testServerForEachTest()
beforeEach(async () => {
  factor = (await addPasskey(await server.as('elena'))).passkey
  elena = await logIn()
})

/** With the password only. */
const logIn = () => server.enter('elena@demo.surtidor.uy')
const code = ({ responseHeader }: { responseHeader: { responseCode: string } }) =>
  responseHeader.responseCode
const raised = (token: string) => server.session(token)

describe('secondFactorPasskey', () => {
  test('shows the second factor, and the session continues with a new token', async () => {
    expect(code(await elena.call(home, {}))).toBe('05')
    const { userSessionToken } = await showPasskey(elena, factor)
    expect(code(await elena.call(userData, {}))).toBe('88')
    const session = raised(userSessionToken)
    expect(code(await session.call(home, {}))).toBe('00')
    expect(await session.call(userData, {})).toMatchObject({ secondFactor: 'shown' })
    const { rows } = await server.context.db.execute(
      sql`select action, detail from audit order by seq desc limit 1`,
    )
    expect(rows).toEqual([{ action: 'showSecondFactor', detail: { passkey: true } }])
  })

  test('counts for twelve hours, and is then shown again', async () => {
    const { userSessionToken } = await showPasskey(elena, factor)
    const session = raised(userSessionToken)
    for (let hours = 0; hours < 12; hours++) {
      expect(code(await session.call(objects, { kind: 'day' }))).toBe('00')
      server.wait(3_600_000)
    }
    expect(code(await session.call(objects, { kind: 'day' }))).toBe('05')
    const again = raised((await showPasskey(session, factor)).userSessionToken)
    expect(code(await again.call(objects, { kind: 'day' }))).toBe('00')
  })

  test('refuses the passkey of another operator', async () => {
    const { passkey } = await addPasskey(await server.as('diego'))
    expect(code(await showPasskey(elena, passkey))).toBe('05')
  })

  test('refuses a challenge of another session, and one of a login', async () => {
    const other = await logIn()
    const { options: theirs } = await other.call(secondFactorPasskeyOptions, {})
    const { options: ofLogin } = await server.stranger.call(loginPasskeyOptions, {})
    for (const options of [theirs, ofLogin]) {
      const credential = signChallenge(factor, options)
      expect(code(await elena.call(secondFactorPasskey, { credential }))).toBe('05')
    }
  })

  test.each<[what: string, wrong: Parameters<typeof signChallenge>[2]]>([
    ['another origin', { origin: 'https://surtidor.example' }],
    ['no verification of the person', { verified: 'present' }],
    ['a counter that did not rise', { counter: 1 }],
  ])('refuses a passkey with %s', async (_what, wrong) => {
    expect(code(await showPasskey(elena, factor, wrong))).toBe('05')
    expect(code(await elena.call(home, {}))).toBe('05')
  })

  test('S14: raises one session once for one challenge that is sent twice at once', async () => {
    const { options } = await elena.call(secondFactorPasskeyOptions, {})
    const credential = signChallenge(factor, options)
    const answers = await Promise.all(
      [1, 2, 3].map(() => elena.call(secondFactorPasskey, { credential })),
    )
    expect(answers.map(code).toSorted()).toEqual(['00', '88', '88'])
  })

  test('delays refusals in the account, and not the codes of the authenticator app', async () => {
    for (let tries = 0; tries < 5; tries++)
      await showPasskey(elena, factor, { origin: 'https://surtidor.example' })
    expect((await showPasskey(elena, factor)).status).toBe(429)
    expect((await elena.call(confirmSecondFactor, { code: '000000' })).status).toBe(200)
    server.wait(1_000)
    expect(code(await showPasskey(elena, factor))).toBe('00')
  })

  describe('the passkey of an operator without an authenticator app', () => {
    beforeEach(async () => {
      await server.context.db.execute(sql`delete from second_factor
        where person_id = (select id from person where email = 'elena@demo.surtidor.uy')`)
      elena = await logIn()
    })

    test('is required after the password', async () => {
      expect(await elena.call(userData, {})).toMatchObject({ secondFactor: 'notShown' })
      expect(code(await elena.call(home, {}))).toBe('05')
      expect(code(await showPasskey(elena, factor))).toBe('00')
    })

    test('lets a session that has shown it enrol an app without the one-time code, and no other', async () => {
      const fields = { password: PASSWORD }
      expect(code(await elena.call(enrolSecondFactor, fields))).toBe('05')
      const { userSessionToken } = await showPasskey(elena, factor)
      expect(code(await raised(userSessionToken).call(enrolSecondFactor, fields))).toBe('00')
      // The secret that is not in force yet shows nothing.
      const other = await logIn()
      const refused = await other.call(confirmSecondFactor, { code: '000000' })
      expect(refused.responseHeader.responseDescription).toContain('llave de acceso')
    })

    test('signs in alone', async () => {
      expect(await signInBy(server, factor)).toMatchObject({ secondFactor: 'shown' })
    })
  })
})
