import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { BODY_LIMIT, type CallContract } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { PICTURE } from '#contract/fields/documentPicture.ts'
import { RequestHeader } from '#contract/requestHeader.ts'
import { headerOf } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

interface Schema {
  type?: string
  maxLength?: number
  pattern?: string
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
}

/** The widest character of UTF-8 per UTF-16 code unit, by which the contracts count: three bytes. */
const WIDE = '€'
/** The patterns of base64url and base64, each of whose characters is one byte. */
const BASE64 = [/^[\w-]+$/, PICTURE].map(({ source }) => source)
/** Of a text whose form limits it, such as a date or a code of a list. */
const SHORT_TEXT = 100
const LONG_NUMBER = -1.797_693_134_862_315e308

/** A value as long as the schema allows, of the widest characters. */
function longest(schema: Schema): unknown {
  const { properties, anyOf, allOf } = schema
  if (schema.const !== undefined) return schema.const
  const choices = anyOf?.map(longest) ?? schema.enum
  if (choices) return choices.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one))
  if (allOf) return Object.assign({}, ...allOf.map(longest))
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, longest(inner)]),
    )
  if (schema.type === 'string') {
    const widest = BASE64.includes(schema.pattern ?? '') ? 'A' : WIDE
    return widest.repeat(schema.maxLength ?? SHORT_TEXT)
  }
  if (schema.type === 'number' || schema.type === 'integer') return LONG_NUMBER
  // An object of any keys may be as long as the text that can be sent instead of it.
  return schema.type === 'boolean' ? false : null
}
const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '')
const schemaOf = (schema: z.ZodMiniType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
const largestRequest = (contract: CallContract) =>
  sizeOf({
    requestHeader: longest(schemaOf(RequestHeader)),
    ...(longest(schemaOf(contract.request)) as object),
  })

const all = Object.values(calls) as CallContract[]
const statusOf = async (contract: CallContract, bytes: number) => {
  const body = { requestHeader: headerOf('', server.context.now()), filler: '' }
  body.filler = 'x'.repeat(bytes - sizeOf(body))
  return (await server.stranger.call(contract, {}, { body: JSON.stringify(body) })).status
}

describe('the limit of a body', () => {
  test.each(all.map((contract) => [contract.name, contract] as const))(
    'the limit of %s fits its largest request, and one byte more gets 413',
    async (_name, contract) => {
      const largest = largestRequest(contract)
      expect(largest).toBeLessThanOrEqual(contract.maxBody)
      expect(await statusOf(contract, contract.maxBody)).toBe(200)
      expect(await statusOf(contract, contract.maxBody + 1)).toBe(413)
    },
  )

  test('is higher than 16 KiB only where the largest request does not fit', () => {
    const names = (some: CallContract[]) => some.map(({ name }) => name)
    const needy = all.filter((contract) => largestRequest(contract) > BODY_LIMIT)
    // A batch and a file have limits of their own: the schema does not say how large they are.
    const larger = all.filter(
      ({ maxBody, name }) =>
        maxBody !== BODY_LIMIT && !['reportSales', 'actOnObject', 'importCarLog'].includes(name),
    )
    expect(names(larger)).toEqual(names(needy))
    expect(names(needy)).toEqual(['processGEOPayResponse', 'contact'])
  })
})
