import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { CallContract } from '#contract/call.ts'
import { type CallName, calls } from '#contract/calls.ts'
import * as detector from '#contract/fields/cardNumber.ts'
import { movements } from '#contract/financial/movements.ts'
import { RequestHeader } from '#contract/requestHeader.ts'
import { ADMINISTRADOR, PETROBRAS, UBER, USER } from '#contract/roles.ts'
import { contact } from '#contract/user/contact.ts'
import { login } from '#contract/user/login.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { roles } from '#contract/user/roles.ts'
import { cardNumberScan } from '#db/invariants/cardNumberScan.ts'
import { ALL_KEYS } from '#db/invariants/slices.ts'
import { examples } from '#server/docs/exampleRequests.ts'
import { createLogger } from '#server/log.ts'
import { headerOf } from '#testing/harness/testClient.ts'
import { type Person, testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const people: Record<string, Person> = {}
const lines: string[] = []
const log = createLogger('trace', { write: (line) => lines.push(line) })
const server = testServerForFile({ given: { log } })
beforeAll(async () => {
  for (const name of ['ana', 'carla', 'diego', 'elena']) people[name] = await server.as(name)
  people.terminal = await enrolTestTerminal(server)
})

const CARD = '4111111111111111'
const SENTENCE = /tarjeta/

/** Who may make a call. */
function callerOf({ access }: CallContract): Person {
  if (access === 'open') return server.stranger
  if (access === 'terminal') return people.terminal as Person
  const names = { [USER]: 'ana', [UBER]: 'carla', [PETROBRAS]: 'diego', [ADMINISTRADOR]: 'elena' }
  const role = access === 'signedIn' ? USER : (access[0] ?? USER)
  return people[names[role] ?? 'ana'] as Person
}

interface Schema {
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  allOf?: Schema[]
}
/** The path of every field that holds no other fields, at any depth. */
function fieldsOf(schema: Schema, path: string[] = []): string[][] {
  const inner = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((one) =>
    fieldsOf(one, path),
  )
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    fieldsOf(field, [...path, name]),
  )
  const found = [...inner, ...own]
  const isLeaf = path.length > 0 && !found.some((other) => other.length > path.length)
  return [...new Map((isLeaf ? [path] : found).map((one) => [one.join('.'), one])).values()]
}
const schemaOf = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema

/** A copy of a value with another value at a path. */
function withValue(object: unknown, [name, ...rest]: string[], value: unknown): object {
  const copy = { ...(object as Record<string, unknown>) }
  if (name !== undefined) copy[name] = rest.length ? withValue(copy[name], rest, value) : value
  return copy
}

const everyField = (Object.values(calls) as CallContract[]).flatMap((contract) =>
  fieldsOf(schemaOf(contract.request)).map((path) => [contract.name, path.join('.')] as const),
)

describe('a card number', () => {
  test.each(everyField)('a card number in %s is refused in the field %s', async (name, field) => {
    const contract = calls[name as CallName] as CallContract
    const fields = examples[name as CallName]
    for (const value of [CARD, 'va 4111-1111 1111.1111', Number(CARD), { inner: [CARD] }]) {
      const request = withValue(fields, field.split('.'), value)
      const { status, responseHeader } = await callerOf(contract).call(contract, request as never)
      expect([status, responseHeader.responseCode], JSON.stringify(value)).toEqual([200, '05'])
    }
  })

  const generated = ['auditNumber', 'userSessionToken']
  const headerFields = fieldsOf(schemaOf(RequestHeader)).filter(
    ([name = '']) => !generated.includes(name),
  )
  test.each(headerFields.map((path) => path.join('.')))(
    'is refused in the field %s of the header',
    async (field) => {
      for (const value of [CARD, Number(CARD)]) {
        const header = withValue({}, field.split('.'), value)
        const { responseHeader } = await people.ana!.call(roles, {}, { header: { ...header } })
        expect(responseHeader.responseCode).toBe('05')
      }
    },
  )

  test('is refused with escaped digits, with an exponent, and in the digits of other scripts', async () => {
    const fields = examples.contact
    const sentence = async (text: string) => {
      const header = headerOf(people.ana!.token, server.context.now())
      const body = JSON.stringify({
        requestHeader: { ...header, netId: 'ID' },
        ...fields,
        text: 'TEXT',
      })
      const given = body.replace(/"TEXT"|"ID"/g, (field) =>
        text.startsWith(field) ? text.slice(field.length) : field,
      )
      const answer = await people.ana!.call(contact, fields, { body: given })
      return answer.responseHeader.responseDescription
    }
    for (const text of [
      '"TEXT""\\u0034111111111111111"',
      '"TEXT""41111111\\u002d11111111"',
      '"TEXT""4111\\n1111\\t1111\\r\\n1111"',
      '"TEXT""４１１１１１１１１１１１１１１１"',
      '"ID"4.111111111111111e15',
    ])
      expect(await sentence(text), text).toMatch(SENTENCE)
  })

  test('is not detected in an audit number or a token that has its form', async () => {
    const code = async (header: object) =>
      (await people.ana!.call(roles, {}, { header: { ...header } })).responseHeader.responseCode
    expect(await code({ auditNumber: CARD })).toBe('00')
    expect(await code({ auditNumber: CARD, userSessionToken: '5555555555554444' })).toBe('88')
  })

  test('a card number in a field that the contract does not have is dropped with the field', async () => {
    for (const more of [{ x: [[CARD]] }, { [CARD]: 1 }, { requestedBy: CARD }]) {
      const answer = await people.ana!.call(roles, more as never)
      expect(answer.responseHeader.responseCode).toBe('00')
    }
  })

  test('is stored nowhere and is not in the log after all of these requests', async () => {
    const rows = await cardNumberScan.rowsOf(server.context.db, ALL_KEYS)
    expect(rows).toEqual([])
    expect(lines.length).toBeGreaterThan(everyField.length)
    expect(detector.containsCardNumber(lines.join('\n'))).toBe(false)
  })
})

describe('the search for card numbers', () => {
  const page = { dateFrom: '', dateTo: '', loyaltyCode: CARD }

  test('searches nothing for a signed-in call without a session', async () => {
    for (const header of [{}, { userSessionToken: 'A'.repeat(43) }]) {
      const answer = await server.stranger.call(movements, page, { header })
      expect(answer.responseHeader.responseCode).toBe('88')
    }
  })

  test('searches nothing for a caller without the role, and nothing of an invalid request', async () => {
    const withoutRole = await people.diego!.call(movements, page)
    expect(withoutRole.responseHeader.reason).toBe('role_missing')
    const invalid = await server.stranger.call(login, { user: '', password: CARD })
    expect(invalid.responseHeader.reason).toBe('invalid_request')
  })

  test('searches only what the contract keeps', async () => {
    const fields = { user: 'ana@demo.surtidor.uy', filler: CARD }
    const { responseHeader } = await server.stranger.call(resetPassword, fields)
    expect(responseHeader.responseCode).toBe('00')
  })
})
