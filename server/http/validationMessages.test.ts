import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '#contract/service.ts'
import { services } from '#contract/services.ts'
import { examples } from '#server/docs/exampleRequests.ts'
import { type TestServer, startTestServer, type Person } from '#testing/testServer.ts'

/** Whatever a field is given that it cannot take, its caller is told what to mend, in words of people. */
let server: TestServer
const people: Record<string, Person> = {}
beforeAll(async () => {
  server = await startTestServer()
  for (const name of ['ana', 'carla', 'elena']) people[name] = await server.as(name)
})
afterAll(() => server.close())

/** Somebody who may make the call. */
const callerOf = ({ access }: Service) =>
  typeof access === 'string' || access.includes('2')
    ? people.ana
    : people[access.includes('1') ? 'elena' : 'carla']

// First: among what follows, ana leaves her loyalty.
const OPTIONAL = [
  ['notifications', 'count'],
  ['notifications', 'type'],
  ['activeMembershipList', 'clientRUT'],
  ['activeMembershipList', 'clientCardNumber'],
  ['membershipRequestList', 'state'],
  ['getPayments', 'accessToken'],
  ['contact', 'branchCode'],
] as const
test.each(OPTIONAL)('null is as good as no %s.%s', async (name, field) => {
  const fields = { ...examples[name], [field]: null }
  const answer = await people.ana?.call(services[name], fields)
  expect(answer?.responseHeader.responseDescription).toBe('AUTORIZADO')
})

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Every field of a call by its path, those inside of others too. */
const pathsOf = (fields: Fields, above: string[] = []): string[][] =>
  Object.entries(fields).flatMap(([name, value]) => {
    const path = [...above, name]
    return [path, ...(isFields(value) ? pathsOf(value, path) : [])]
  })

const WRONG: Record<string, unknown> = {
  nothing: undefined,
  null: null,
  'a number': -7.5,
  'an object': {},
  'an array': [],
  'a truth': true,
  'a huge text': 'x'.repeat(33_000),
}
const cases = (Object.values(services) as Service[]).flatMap((service) => {
  const { shape } = service.request
  const blank = Object.fromEntries(Object.keys(shape).map((field) => [field, undefined]))
  const fields = { ...blank, ...examples[service.name as keyof typeof examples] }
  return pathsOf(fields).map(
    (path) => [service.name, path.join('.'), service, path, fields] as const,
  )
})

test.each(cases)('%s says what to mend of %s', async (_name, _path, service, path, fields) => {
  for (const [what, value] of Object.entries(WRONG)) {
    const answer = await callerOf(service)?.call(service, bent(fields, path, value))
    const { responseCode, responseDescription } = answer?.responseHeader ?? {}
    expect([what, answer?.status, responseCode]).toEqual([
      what,
      200,
      expect.stringMatching(/^0[05]$/),
    ])
    if (responseCode === '05')
      expect(`${what}: ${responseDescription}`).toMatch(
        /: (?!Revisá los datos)[A-ZÁÉÍÓÚÑ¿¡][^«»]{9,}[^ ]\.$/,
      )
  }
})

/** A copy of the fields with another value at the path. */
function bent(fields: Fields, [name = '', ...below]: readonly string[], value: unknown): Fields {
  const inside = fields[name]
  return {
    ...fields,
    [name]: below.length > 0 && isFields(inside) ? bent(inside, below, value) : value,
  }
}

test.each([
  ['no header', {}, 'Falta «requestHeader».'],
  ['a header without a network', { requestHeader: {} }, 'Falta «requestHeader.netId».'],
  [
    'a number for it',
    { requestHeader: { netId: 7 } },
    '«requestHeader.netId» no tiene la forma esperada.',
  ],
  ['no object', [], 'El mensaje no trae un encabezado válido.'],
])('%s is told by its field', async (_what, body, sentence) => {
  const answer = await server.stranger.call(services.roles, {}, { body: JSON.stringify(body) })
  expect(answer.responseHeader).toMatchObject({ responseCode: '05', responseDescription: sentence })
})
