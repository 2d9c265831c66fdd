import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CallContract } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER, USER } from '#contract/roles.ts'
import { login } from '#contract/user/login.ts'
import { PASSWORD, type Person, personAt, testServerForFile } from '#testing/harness/testServer.ts'

/** Every call by every role and without a session: access is denied unless the contract allows the role. */
const people: Record<string, Person> = {}
/** Sessions of operators that have shown no second factor; Diego has none to show. */
const passwordOnly: Record<string, Person> = {}
const actors: [name: string, role: RoleCode | null][] = [
  ['ana', USER],
  ['carla', UBER],
  ['diego', PETROBRAS],
  ['elena', ADMINISTRADOR],
]
const operators = actors.filter(([, role]) => role !== USER)
const server = testServerForFile()
beforeAll(async () => {
  for (const [name] of actors) people[name] = await server.as(name)
  for (const [name] of operators) {
    const credentials = { user: `${name}@demo.surtidor.uy`, password: PASSWORD }
    const { user } = await server.stranger.call(login, credentials)
    passwordOnly[name] = personAt(server.url, user.userSessionToken, server.context.now)
  }
  await server.context.db.execute(sql`delete from second_factor
    where person_id = (select id from person where email = 'diego@demo.surtidor.uy')`)
})

const signedIn = (Object.values(calls) as CallContract[]).filter(
  ({ access, name }) => access !== 'open' && name !== 'logout',
)
const cells = signedIn.flatMap((contract) =>
  actors.map(([name, role]) => [contract.name, name, role, contract] as const),
)

/** S9: what a session may call before it has shown its second factor. */
const BEFORE_SECOND_FACTOR = [
  'logout',
  'userData',
  'roles',
  'enrolSecondFactor',
  'confirmSecondFactor',
  'registerPasskeyOptions',
  'registerPasskey',
  'secondFactorPasskeyOptions',
  'secondFactorPasskey',
]

describe('the second factor check of each call', () => {
  test('leaves nine calls to a session that has not shown it', () => {
    const open = (Object.values(calls) as CallContract[]).filter((one) => one.beforeSecondFactor)
    expect(open.map(({ name }) => name).toSorted()).toEqual(BEFORE_SECOND_FACTOR.toSorted())
  })

  test.each(cells.filter(([, , role]) => role !== USER))(
    '%s called by %s with the password only is refused but for those calls',
    async (_call, name, role, contract) => {
      const answer = await passwordOnly[name]?.call(contract, {})
      const may =
        contract.access === 'signedIn' || (role !== null && contract.access.includes(role))
      const refused = answer?.responseHeader.reason === 'second_factor_missing'
      expect(refused).toBe(may && !BEFORE_SECOND_FACTOR.includes(contract.name))
    },
  )
})

describe('the role check of each call', () => {
  test.each(cells)(
    '%s called by %s is refused unless the contract allows the role',
    async (_call, name, role, contract) => {
      const answer = await people[name]?.call(contract, {})
      const refused = answer?.responseHeader.reason === 'role_missing'
      const may =
        contract.access === 'signedIn' || (role !== null && contract.access.includes(role))
      expect(refused).toBe(!may)
    },
  )

  test.each(signedIn.map((contract) => [contract.name, contract] as const))(
    '%s called without a session or with an unknown one gets 88',
    async (_name, contract) => {
      expect((await server.stranger.call(contract, {})).responseHeader.responseCode).toBe('88')
      const unknown = await server.stranger.call(
        contract,
        {},
        {
          header: { userSessionToken: 'x'.repeat(43) },
        },
      )
      expect(unknown.responseHeader.responseCode).toBe('88')
    },
  )
})
