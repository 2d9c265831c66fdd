import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CallContract } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { CLIENT_PROGRAMS } from '#contract/clientProgram.ts'
import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER, USER } from '#contract/roles.ts'
import { login } from '#contract/user/login.ts'
import { logout } from '#contract/user/logout.ts'
import { userData } from '#contract/user/userData.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { freshCode, PASSWORD, type Person, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

const emailOf = (name: string) => `${name}@demo.surtidor.uy`
const codeOf = async (person: Person, contract: CallContract) =>
  (await person.call(contract, {})).responseHeader.responseCode
async function logIn(name: string, headers?: Record<string, string>) {
  const secondFactor = await freshCode(server.context, emailOf(name))
  const fields = { user: emailOf(name), password: PASSWORD, secondFactor }
  return await server.stranger.call(login, fields, headers ? { headers } : {})
}
const at = (token: string) => server.session(token)

/** The roles of an account, by the demo person that it is like. */
const ACTORS: [name: string, like: string, roles: RoleCode[]][] = [
  ['sponsor', 'carla', [UBER]],
  ['network', 'diego', [PETROBRAS]],
  ['administrator', 'elena', [ADMINISTRADOR]],
  ['driver and administrator', 'elena', [USER, ADMINISTRADOR]],
  ['former operator', 'carla', [USER]],
]
const BEFORE_SECOND_FACTOR = [
  'userData',
  'roles',
  'enrolSecondFactor',
  'confirmSecondFactor',
  'registerPasskeyOptions',
  'registerPasskey',
  'secondFactorPasskeyOptions',
  'secondFactorPasskey',
]
const signedIn = (Object.values(calls) as CallContract[]).filter(
  ({ access, name }) => access !== 'open' && name !== 'logout',
)

describe('S9: the second factor of an operator', () => {
  test('nine calls do not ask for the factor', () => {
    const open = (Object.values(calls) as CallContract[]).filter((one) => one.beforeSecondFactor)
    const expected = [...BEFORE_SECOND_FACTOR, 'logout']
    expect(open.map(({ name }) => name).toSorted()).toEqual(expected.toSorted())
  })

  /** Sessions by the age of the showing; each of an account of its own. */
  const sessions = new Map<string, Person>()
  let number = 0
  const shownBy = async (age: string) => {
    for (const [name, like, roles] of ACTORS) {
      const account = `matrix${++number}`
      await createPersonLike(server, account, like)
      await server.context.db.execute(sql`delete from person_role
        where person_id = (select id from person where email = ${emailOf(account)})`)
      for (const role of roles)
        await server.context.db.execute(sql`insert into person_role
          select id, ${role} from person where email = ${emailOf(account)}`)
      if (age === 'none')
        await server.context.db.execute(sql`delete from second_factor
          where person_id = (select id from person where email = ${emailOf(account)})`)
      const fields = { user: emailOf(account), password: PASSWORD }
      const answer =
        age === 'none' || age === 'never'
          ? await server.stranger.call(login, fields)
          : await logIn(account)
      sessions.set(`${name}, ${age}`, at(answer.user.userSessionToken))
    }
  }
  beforeAll(async () => {
    await shownBy('12 hours ago')
    server.wait(60_000)
    await shownBy('11 hours and 59 minutes ago')
    // Used once an hour, so that no session ends.
    for (let hour = 0; hour < 12; hour += 1) {
      server.wait(HOUR_MS - 5000)
      for (const person of sessions.values()) await person.call(userData, {})
    }
    await shownBy('now')
    await shownBy('never')
    await shownBy('none')
  }, 120_000)

  const ages: [age: string, isEnough: boolean][] = [
    ['now', true],
    ['11 hours and 59 minutes ago', true],
    ['12 hours ago', false],
    ['never', false],
    ['none', false],
  ]
  const cells = ages.flatMap(([age, isEnough]) =>
    ACTORS.map(([name, , roles]) => [age, name, roles, isEnough] as const),
  )
  test.each(cells)('shown %s opens its calls to %s or none but eight', async (...cell) => {
    const [age, name, roles, isEnough] = cell
    const person = sessions.get(`${name}, ${age}`) ?? expect.fail()
    // A driver without a factor has none to show.
    const isWanted = !isEnough && !(age === 'none' && name === 'former operator')
    for (const contract of signedIn) {
      const { reason } = (await person.call(contract, {})).responseHeader
      const { access } = contract
      const may = access === 'signedIn' || roles.some((role) => access.includes(role))
      const isOpen = BEFORE_SECOND_FACTOR.includes(contract.name)
      const isRefused = reason === 'second_factor_missing'
      expect(isRefused, contract.name).toBe(may && !isOpen && isWanted)
    }
  })

  test('the factor counts as not shown after twelve hours', async () => {
    const stale = await sessions.get('sponsor, 12 hours ago')?.call(userData, {})
    const young = await sessions.get('sponsor, now')?.call(userData, {})
    expect([stale?.secondFactor, young?.secondFactor]).toEqual(['notShown', 'shown'])
  })
})

describe('the login of an operator without cookies and without a code', () => {
  test('says that the factor is missing, and so does every call but the logout, never 88', async () => {
    const headers = { cookie: 'none=1' }
    for (const name of ['carla', 'elena']) {
      const fields = { user: emailOf(name), password: PASSWORD, link: '' }
      const answer = await server.stranger.call(login, fields, { headers })
      expect([answer.responseHeader.responseCode, answer.secondFactor]).toEqual(['00', 'notShown'])
      const person = at(answer.user.userSessionToken)
      for (const contract of Object.values(calls) as CallContract[])
        if (!['open', 'terminal'].includes(String(contract.access)) && contract !== logout)
          expect((await person.call(contract, {}, { headers })).responseHeader).toMatchObject({
            responseCode: '05',
            reason: 'second_factor_missing',
            responseDescription: expect.stringContaining('cookies'),
          })
      for (const code of ['00', '88']) {
        const left = await person.call(logout, {}, { headers })
        expect(left.responseHeader.responseCode).toBe(code)
      }
    }
  })

  test('gets 88 outside its browser once the factor was shown', async () => {
    const { user } = await logIn('carla', { cookie: 'none=1' })
    const answer = await at(user.userSessionToken).call(
      userData,
      {},
      { headers: { cookie: 'none=1' } },
    )
    expect(answer.responseHeader.responseCode).toBe('88')
  })
})

describe('S11: the session of an operator', () => {
  test('a session ends two hours after its last use', async () => {
    const diego = await server.as('diego')
    server.wait(2 * HOUR_MS - 1000)
    expect(await codeOf(diego, userData)).toBe('00')
    server.wait(2 * HOUR_MS - 1000)
    expect(await codeOf(diego, userData)).toBe('00')
    server.wait(2 * HOUR_MS + 1000)
    expect(await codeOf(diego, userData)).toBe('88')
  })

  test('a session ends a day after its login, however it is used', async () => {
    const diego = await server.as('diego')
    for (let hour = 1; hour < 24; hour += 1) {
      server.wait(HOUR_MS)
      expect(await codeOf(diego, userData)).toBe('00')
    }
    server.wait(HOUR_MS)
    expect(await codeOf(diego, userData)).toBe('88')
  })

  test('ends as an operator’s although it began, or was extended, as a driver’s', async () => {
    const person = await createPersonLike(server, 'promoted', 'diego')
    await server.context.db.execute(sql`update session
      set expires_at = ${new Date(server.context.now().getTime() + 30 * DAY_MS)}
      where person_id = (select id from person where email = ${emailOf('promoted')})`)
    server.wait(2 * HOUR_MS + 1000)
    expect(await codeOf(person, userData)).toBe('88')
  })

  test('a session without its cookies is refused', async () => {
    const { user } = await logIn('diego')
    const bare = await at('').call(
      userData,
      {},
      { header: { userSessionToken: user.userSessionToken }, headers: { cookie: '' } },
    )
    expect(bare.responseHeader.responseCode).toBe('88')
    expect(await codeOf(at(user.userSessionToken), membershipRequestList)).toBe('00')
  })

  test('a session that is not bound to cookies is refused', async () => {
    const person = await createPersonLike(server, 'unbound', 'diego')
    await server.context.db.execute(sql`update session set binder_hash = null
      where person_id = (select id from person where email = ${emailOf('unbound')})`)
    expect(await codeOf(person, userData)).toBe('88')
  })

  test('a session does not begin in the web view of the phone app, which stores no cookie', async () => {
    const answer = await logIn('diego', { origin: 'capacitor://localhost' })
    expect(answer.responseHeader.responseCode).toBe('05')
    expect(answer.responseHeader.responseDescription).toMatch(/desde el navegador/)
    expect(answer.headers.getSetCookie()).toEqual([])
    const driver = await logIn('ana', { origin: 'capacitor://localhost' })
    expect(driver.responseHeader.responseCode).toBe('00')
    expect(driver.headers.getSetCookie()).toEqual([])
  })

  test('a session of the console has the cookies of the console', async () => {
    const secondFactor = await freshCode(server.context, emailOf('elena'))
    const answer = await server.stranger.call(
      login,
      { user: emailOf('elena'), password: PASSWORD, secondFactor },
      { header: { netDescription: CLIENT_PROGRAMS.console.netDescription } },
    )
    expect(answer.headers.getSetCookie().join()).toMatch(/consoleBinder=/)
    expect(await codeOf(at(answer.user.userSessionToken), userData)).toBe('00')
  })
})
