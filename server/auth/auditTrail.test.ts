import { sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import type { RoleCode } from '#contract/roles.ts'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { enrolSecondFactor } from '#contract/user/enrolSecondFactor.ts'
import { login } from '#contract/user/login.ts'
import { logout } from '#contract/user/logout.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import { setRole } from '#db/accounts/roles.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { giveEnrolmentCode } from '#testing/harness/createPerson.ts'
import { codesIn, freshCode, PASSWORD, testServerForEachTest } from '#testing/harness/testServer.ts'

const FEDE = 'fede@demo.surtidor.uy'
const DIEGO = 'diego@demo.surtidor.uy'
const NEW = 'una nueva bien larga'
let seeded: number
const server = testServerForEachTest()
beforeEach(async () => {
  seeded = (await entries(0)).length
})

const entries = async (from = seeded) => {
  const { rows } = await server.context.db.execute<{ who: string; what: string; detail: object }>(
    sql`select email as who, action as what, detail from audit join person on person.id = actor_id
      and person.id::text = subject order by seq`,
  )
  return rows.slice(from).map(({ who, what, detail }) => [who.split('@')[0], what, detail])
}
const expectWholeChain = async () => expect(await checkInvariants(server.context.db)).toEqual([])

describe('the audit', () => {
  test('has a changed and a reset password, and neither the password nor a refused try', async () => {
    const fede = await server.as('fede')
    const fields = { user: FEDE, password: NEW }
    await fede.call(updatePassword, { ...fields, currentPassword: 'no es' })
    await fede.call(updatePassword, { ...fields, currentPassword: PASSWORD })
    // The emails are in the order of their times.
    server.wait(1000)
    await server.stranger.call(resetPassword, { user: FEDE })
    const { token } = codesIn((await server.mailsTo(FEDE))[0] as never)
    for (const code of ['A'.repeat(43), token])
      await server.stranger.call(confirmResetPassword, { ...fields, password: `${NEW} 2`, code })
    expect(await entries()).toEqual([
      ['fede', 'changePassword', {}],
      ['fede', 'resetPassword', {}],
    ])
    await expectWholeChain()
  })

  test("has operators' logins and logouts, and how far they came; none of drivers", async () => {
    const fede = await server.as('fede')
    await fede.call(logout, {})
    await server.stranger.call(login, { user: DIEGO, password: 'no es' })
    const { user, ...half } = await server.stranger.call(login, { user: DIEGO, password: PASSWORD })
    expect(half.secondFactor).toBe('notShown')
    const diego = await server.as('diego')
    await diego.call(logout, {})
    await diego.call(logout, {})
    expect(await entries()).toEqual([
      ['diego', 'login', { secondFactor: false }],
      ['diego', 'login', { secondFactor: true }],
      ['diego', 'logout', {}],
    ])
    expect(JSON.stringify(await entries())).not.toContain(user.userSessionToken)
    await expectWholeChain()
  })

  test('has a second factor that was enrolled, confirmed, shown and replaced', async () => {
    const { context } = server
    await context.db.execute(sql`delete from second_factor
      where person_id = (select id from person where email = ${DIEGO})`)
    let diego = await server.as('diego')
    seeded = (await entries(0)).length
    const codeOf = (secret: string) =>
      TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: context.now().getTime() })
    const confirm = async (code: string) => {
      const { userSessionToken } = await diego.call(confirmSecondFactor, { code })
      if (userSessionToken) diego = server.session(userSessionToken)
    }
    const first = await diego.call(enrolSecondFactor, {
      password: PASSWORD,
      enrolmentCode: await giveEnrolmentCode(context, DIEGO),
    })
    await confirm('000000')
    await confirm(codeOf(first.secret))
    server.wait(60_000)
    await confirm(codeOf(first.secret))
    server.wait(60_000)
    const secondFactor = await freshCode(context, DIEGO)
    const second = await diego.call(enrolSecondFactor, { password: PASSWORD, secondFactor })
    server.wait(60_000)
    await confirm(codeOf(second.secret))
    expect(await entries()).toEqual([
      ['diego', 'enrolSecondFactor', {}],
      ['diego', 'confirmSecondFactor', { replaced: false }],
      ['diego', 'showSecondFactor', {}],
      ['diego', 'enrolSecondFactor', {}],
      ['diego', 'confirmSecondFactor', { replaced: true }],
    ])
    expect(JSON.stringify(await entries())).not.toContain(first.secret)
    await expectWholeChain()
    const subjects = (await server.mailsTo(DIEGO)).map(({ subject }) => subject)
    expect(subjects).toEqual(['Tu segundo factor cambió', 'Tu cuenta tiene un segundo factor'])
  })

  test('has a role that was given and the one that was taken for it', async () => {
    const { db, now, random } = server.context
    const give = (role: RoleCode) =>
      setRole(db, FEDE, {
        role,
        removesFactor: false,
        codeHash: random(32),
        codeExpiresAt: now(),
        now: now(),
      })
    expect(await give('4')).toBe('codeStored')
    expect(await give('4')).toBe('codeStored')
    expect(await give('2')).toBe('given')
    expect(await entries()).toEqual([
      ['fede', 'roleTaken', { role: '2' }],
      ['fede', 'roleGiven', { role: '4' }],
      ['fede', 'roleGiven', { role: '4' }],
      ['fede', 'roleTaken', { role: '4' }],
      ['fede', 'roleGiven', { role: '2' }],
    ])
    await expectWholeChain()
  })
})
