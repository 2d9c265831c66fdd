import { beforeAll, describe, expect, test } from 'vitest'
import type { CallContract } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER, USER } from '#contract/roles.ts'
import { type Person, testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

/** Every call by every role and without a session: access is denied unless the contract allows the role. */
const people: Record<string, Person> = {}
const actors: [name: string, role: RoleCode][] = [
  ['ana', USER],
  ['carla', UBER],
  ['diego', PETROBRAS],
  ['elena', ADMINISTRADOR],
]
const server = testServerForFile()
beforeAll(async () => {
  for (const [name] of actors) people[name] = await server.as(name)
})

const signedIn = (Object.values(calls) as CallContract[]).filter(
  ({ access, name }) => access !== 'open' && name !== 'logout',
)
const ofTerminals = signedIn.filter(({ access }) => access === 'terminal')
const ofPeople = signedIn.filter(({ access }) => access !== 'terminal')
const cells = ofPeople.flatMap((contract) =>
  actors.map(([name, role]) => [contract.name, name, role, contract] as const),
)

describe('the role check of each call', () => {
  test.each(cells)(
    '%s called by %s is refused unless the contract allows the role',
    async (_call, name, role, contract) => {
      const answer = await people[name]?.call(contract, {})
      const refused = answer?.responseHeader.reason === 'role_missing'
      const may = contract.access === 'signedIn' || contract.access.includes(role)
      expect(refused).toBe(!may)
    },
  )

  test.each(signedIn.map((contract) => [contract.name, contract] as const))(
    '%s called without a session or with an unknown one gets 88',
    async (_name, contract) => {
      expect((await server.stranger.call(contract, {})).responseHeader.responseCode).toBe('88')
      const header = { userSessionToken: 'x'.repeat(43) }
      const unknown = await server.stranger.call(contract, {}, { header })
      expect(unknown.responseHeader.responseCode).toBe('88')
    },
  )

  test('a person may make no call of a terminal, and a terminal none of a person', async () => {
    for (const contract of ofTerminals)
      for (const [name] of actors)
        expect((await people[name]?.call(contract, {}))?.responseHeader).toMatchObject({
          responseCode: '88',
          reason: 'signature_missing',
        })
    const terminal = await enrolTestTerminal(server)
    for (const contract of ofPeople)
      expect((await terminal.call(contract, {})).responseHeader.responseCode).toBe('88')
  })
})
