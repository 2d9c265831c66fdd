import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER, USER } from '#contract/roles.ts'
import type { Service } from '#contract/service.ts'
import { services } from '#contract/services.ts'
import { type TestServer, startTestServer, type Person } from '#testing/testServer.ts'

/** Every call by every role, by nobody and by a dead session: default deny, from the one table. */
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

test.each(cells)('%s by %s', async (_service, name, role, service) => {
  const answer = await people[name]?.call(service, {})
  const refused =
    answer?.responseHeader.responseDescription === 'Tu usuario no tiene permiso para hacer esto.'
  const may = service.access === 'signedIn' || (role !== null && service.access.includes(role))
  expect(refused).toBe(!may)
})

test.each(signedIn.map((service) => [service.name, service] as const))(
  '%s by nobody and by a dead session',
  async (_name, service) => {
    expect((await server.stranger.call(service, {})).responseHeader.responseCode).toBe('88')
    const dead = await server.stranger.call(
      service,
      {},
      {
        header: { userSessionToken: 'x'.repeat(43) },
      },
    )
    expect(dead.responseHeader.responseCode).toBe('88')
  },
)
