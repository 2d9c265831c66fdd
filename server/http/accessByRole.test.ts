import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER, USER } from '#contract/roles.ts'
import type { Service } from '#contract/service.ts'
import { services } from '#contract/services.ts'
import { type Person, startTestServer, type TestServer } from '#testing/testServer.ts'

/** Every call by every role and without a session: access is denied unless the contract allows the role. */
let server: TestServer
const people: Record<string, Person> = {}
const actors: [name: string, role: RoleCode | null][] = [
  ['ana', USER],
  ['carla', UBER],
  ['diego', PETROBRAS],
  ['elena', ADMINISTRADOR],
]
beforeAll(async () => {
  server = await startTestServer()
  for (const [name] of actors) people[name] = await server.as(name)
})
afterAll(() => server.close())

const signedIn = (Object.values(services) as Service[]).filter(
  ({ access, name }) => access !== 'open' && name !== 'logout',
)
const cells = signedIn.flatMap((service) =>
  actors.map(([name, role]) => [service.name, name, role, service] as const),
)

describe('the role check of each call', () => {
  test.each(cells)(
    '%s called by %s is refused unless the contract allows the role',
    async (_service, name, role, service) => {
      const answer = await people[name]?.call(service, {})
      const refused =
        answer?.responseHeader.responseDescription ===
        'Tu usuario no tiene permiso para hacer esto.'
      const may = service.access === 'signedIn' || (role !== null && service.access.includes(role))
      expect(refused).toBe(!may)
    },
  )

  test.each(signedIn.map((service) => [service.name, service] as const))(
    '%s called without a session or with an unknown one gets 88',
    async (_name, service) => {
      expect((await server.stranger.call(service, {})).responseHeader.responseCode).toBe('88')
      const unknown = await server.stranger.call(
        service,
        {},
        {
          header: { userSessionToken: 'x'.repeat(43) },
        },
      )
      expect(unknown.responseHeader.responseCode).toBe('88')
    },
  )
})
