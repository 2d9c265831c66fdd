import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallContract } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { examples } from '#server/docs/exampleRequests.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

/** A server for this `describe` alone: the calls of one change what the other would read. */
function testServer() {
  const people: Record<string, Person> = {}
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    for (const name of ['ana', 'carla', 'elena']) people[name] = await server.as(name)
    people.terminal = await enrolTestTerminal(server)
  })
  afterAll(() => server.close())
  const personOf = (token: string) => server.session(token)
  const resetLimits = () => server.context.db.execute(sql`delete from rate_limit`)
  return { people, personOf, stranger: () => server.stranger, resetLimits }
}

/** The name of a person who may make the call. */
const callerOf = ({ access }: CallContract) =>
  access === 'terminal'
    ? access
    : typeof access === 'string' || access.includes('2')
      ? 'ana'
      : access.includes('1')
        ? 'elena'
        : 'carla'

const OPTIONAL = [
  ['notifications', 'count'],
  ['notifications', 'type'],
  ['activeMembershipList', 'clientRUT'],
  ['activeMembershipList', 'clientCardNumber'],
  ['membershipRequestList', 'state'],
  ['getPayments', 'accessToken'],
  ['contact', 'branchCode'],
] as const

describe('an optional field', () => {
  const { people } = testServer()

  test.each(OPTIONAL)('the field may be null: %s.%s', async (name, field) => {
    const fields = { ...examples[name], [field]: null }
    const answer = await people.ana?.call(calls[name], fields)
    expect(answer?.responseHeader.responseDescription).toBe('AUTORIZADO')
  })
})

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** The path of every field of a call, nested ones included. */
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
  true: true,
  'a text of 15,000 characters': 'x'.repeat(15_000),
}
const cases = (Object.values(calls) as CallContract[]).flatMap((contract) => {
  const { shape } = contract.request
  const blank = Object.fromEntries(Object.keys(shape).map((field) => [field, undefined]))
  const fields = { ...blank, ...examples[contract.name as keyof typeof examples] }
  return pathsOf(fields).map(
    (path) => [contract.name, path.join('.'), contract, path, fields] as const,
  )
})

/** A copy of the fields with another value at the path. */
function withValue(
  fields: Fields,
  [name = '', ...below]: readonly string[],
  value: unknown,
): Fields {
  const inside = fields[name]
  return {
    ...fields,
    [name]: below.length > 0 && isFields(inside) ? withValue(inside, below, value) : value,
  }
}

describe('a wrong field', () => {
  const { people, personOf, stranger, resetLimits } = testServer()
  beforeEach(resetLimits)

  test.each(cases)(
    'a field of %s gets 05 and a sentence about it: %s',
    async (_name, _path, contract, path, fields) => {
      for (const [what, value] of Object.entries(WRONG)) {
        const name = callerOf(contract)
        const answer = await people[name]?.call(contract, withValue(fields, path, value))
        // A password change without `currentPassword` is valid, and renews the token.
        if (answer && 'userSessionToken' in answer)
          people[name] = personOf(String(answer.userSessionToken))
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
    },
  )

  test.each([
    ['no header', {}, 'Falta «requestHeader».'],
    [
      'a header without an audit number',
      { requestHeader: {} },
      'Falta «requestHeader.auditNumber».',
    ],
    [
      'a list for it',
      { requestHeader: { auditNumber: [7] } },
      '«requestHeader.auditNumber» no tiene la forma esperada.',
    ],
    ['no object', [], 'El mensaje no trae un encabezado válido.'],
  ])('of the header is named in the sentence: %s', async (_what, body, sentence) => {
    const answer = await stranger().call(calls.login, {} as never, {
      body: JSON.stringify(body),
    })
    expect(answer.responseHeader).toMatchObject({
      responseCode: '05',
      responseDescription: sentence,
    })
  })
})
