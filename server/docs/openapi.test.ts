import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { type CallContract, pathOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { APP_VERSION } from '#contract/header.ts'
import { REFUSAL_REASONS } from '#contract/refusalReasons.ts'
import { findCard } from '#sandbox/cards.ts'
import { CHANGES, TEST_CARD } from '#server/docs/guide.ts'
import { openapi } from '#server/docs/openapi.ts'
import { servedDocument } from '#server/docs/servedDocument.ts'
import { handlers } from '#server/handlers.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'

interface Schema {
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}
interface Document {
  info: { description: string }
  paths: Record<string, { post: Operation }>
  components: {
    schemas: Record<string, { properties: Record<string, Schema>; required?: string[] }>
    securitySchemes: Record<string, Record<string, string>>
  }
}
interface Operation {
  security: Record<string, string[]>[]
  'x-roles'?: string[]
  operationId: string
  summary: string
  requestBody: { content: Record<string, Body> }
  responses: { 200: { content: Record<string, Body> }; 429: object }
}
interface Body {
  schema: { $ref: string }
  example: Record<string, unknown>
}
const built = JSON.stringify(openapi(handlers))
const settings = {
  publicUrl: 'https://surtidor.uy',
  gateway: { pagesUrl: 'https://pasarela.uy' },
  callsPerMinute: 1_200,
  production: false,
}
const document = servedDocument(built, settings, FIXED_DATE) as Document

const ajv = new Ajv2020({ strict: false, validateFormats: false })
/** The schemas without the fields that a later version may add. */
const ofThisVersion = JSON.parse(JSON.stringify(document.components), (_, value) =>
  value?.type === 'object' && value.properties
    ? { additionalProperties: false, ...value }
    : (value as unknown),
) as object
ajv.addSchema({ $id: 'document', components: ofThisVersion })
/** Whether a value is what the document says of a media type. */
const fits = ({ schema }: Body, value: unknown) =>
  ajv.validate({ $ref: `document${schema.$ref}` }, value)

describe('the OpenAPI document', () => {
  test('is one of OpenAPI 3.1, whose references all resolve', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document) as never)
    expect(errors).toBeUndefined()
    expect([valid, validator.version]).toEqual([true, '3.1'])
    expect(() => validator.resolveRefs()).not.toThrow()
  })

  test('has examples that fit their schemas, in each call and in each recorded answer', () => {
    for (const { post } of Object.values(document.paths))
      for (const body of [post.requestBody, post.responses[200]].flatMap(({ content }) =>
        Object.values(content),
      ))
        expect(fits(body, body.example), `${post.operationId} ${ajv.errorsText()}`).toBe(true)
    const { requestBody } = document.paths['/payments/process/getPayments']?.post ?? expect.fail()
    const body = requestBody.content['text/plain'] ?? expect.fail()
    expect(fits(body, { ...body.example, dateFrom: 7 })).toBe(false)
  })

  test('names the entities', () => {
    const { schemas } = document.components
    const names =
      'RequestHeader ResponseHeader DeviceInfo User Role Loyalty Vehicle Movement AccountState Branch Notification MembershipRequest Debt DebtData Payment MembershipRequestDraft RegistrationDraft Programme Passkey CreationOptions RequestOptions NotificationPreference AccountSession'
    for (const name of names.split(' '))
      expect(Object.keys(schemas[name]?.properties ?? {}), name).not.toEqual([])
    expect(schemas.GetDebtsAnswer?.properties.debts).toMatchObject({
      type: 'array',
      items: { $ref: '#/components/schemas/Debt' },
    })
    expect(schemas.ProcessGEOPayResponseAnswer?.properties.payment).toMatchObject({
      $ref: '#/components/schemas/Payment',
    })
  })

  test('describes each property in a sentence of English without names of source files', () => {
    const described: [path: string, description: string][] = []
    const walk = (schema: Schema, path: string) => {
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        described.push([`${path}.${name}`, property.description ?? ''])
        walk(property, `${path}.${name}`)
      }
      const { items, additionalProperties, anyOf = [], oneOf = [] } = schema
      for (const inner of [items, additionalProperties, ...anyOf, ...oneOf])
        if (inner) walk(inner, path)
    }
    for (const [name, schema] of Object.entries(document.components.schemas)) walk(schema, name)
    expect(described.length).toBeGreaterThan(700)
    const wrong = described.filter(
      ([, text]) =>
        !/^[A-Z`][^]*\.$/.test(text.split('\n\n')[0] ?? '') ||
        /\.ts\b|docs\/|\b(?:los|las|una|del|para)\b/.test(text),
    )
    expect(wrong).toEqual([])
  })

  test('says of each call what it does, and of each HTTP status what it means', () => {
    for (const { post } of Object.values(document.paths)) {
      expect(post.summary, post.operationId).toMatch(/^[A-Z].* .*\.$/)
      const statuses = [200, 400, 403, 404, 413, 415, 429, 500, 503].map(String)
      expect(Object.keys(post.responses), post.operationId).toEqual(statuses)
    }
    const { responses } = document.paths['/user/process/contact']?.post ?? expect.fail()
    expect(responses[429]).toMatchObject({
      description: expect.stringContaining('message: 5 at once for each person, then one each 720'),
      headers: { 'Retry-After': { required: true } },
    })
  })

  test('has a guide with the limits of all calls and this version, whose test card is approved', () => {
    const { description } = document.info
    for (const [name, { limits }] of Object.entries(handlers))
      for (const limit of limits)
        expect(description).toContain(`| \`${name}\` | ${limit.name}: ${limit.points} at once`)
    expect(CHANGES[0]?.[0]).toBe(APP_VERSION)
    expect(findCard(TEST_CARD)).toMatchObject({ code: '00', behaviour: 'plain' })
    expect(description).toContain('together are at most 1200 a minute')
    expect(description).toContain('at most 400 days old and 10 minutes ahead')
    const text = JSON.stringify(document)
    expect(
      text.match(/.{40}(?:undefined|NaN|\[object|SERVER|GATEWAY_|CALLS_PER|localhost:).{40}/),
    ).toBeNull()
    expect(text).toContain('"qr":"https://surtidor.uy/#/readScann?payment=')
    expect(text).toContain('"pageUrl":"https://pasarela.uy/')
  })

  test('lists each reason of a refusal with its meaning', () => {
    const { reason } = document.components.schemas.ResponseHeader?.properties ?? {}
    const { enum: words, description } = reason as { enum: string[]; description: string }
    expect(words).toEqual(Object.keys(REFUSAL_REASONS))
    for (const [word, meaning] of Object.entries(REFUSAL_REASONS))
      expect(description).toContain(`\`${word}\`: ${meaning}`)
  })

  test('requires of the header only what the server requires', () => {
    expect(document.components.schemas.RequestHeader?.required?.toSorted()).toEqual([
      'auditNumber',
      'version',
    ])
  })

  test('declares who may call: an open call nothing, the others the session and their roles', () => {
    expect(document.components.securitySchemes.session).toMatchObject({
      'x-credential-in': 'body',
      'x-credential-name': 'requestHeader.userSessionToken',
    })
    for (const contract of Object.values(calls) as CallContract[]) {
      const { post } = document.paths[`/${pathOf(contract)}`] ?? expect.fail(contract.name)
      const { access } = contract
      const scheme = access === 'terminal' ? 'terminal' : 'session'
      expect(post.security, contract.name).toEqual(access === 'open' ? [] : [{ [scheme]: [] }])
      expect(post['x-roles'], contract.name).toEqual(Array.isArray(access) ? access : undefined)
    }
  })

  test('names no demo person and no public password in production', () => {
    const publicTexts = /demo-surtidor|demo\.surtidor\.uy|person of the demo data|SURTIDORDEMO/
    expect(JSON.stringify(document)).toMatch(publicTexts)
    const ofProduction = { ...settings, production: true }
    const text = JSON.stringify(servedDocument(built, ofProduction, FIXED_DATE))
    expect(text).not.toMatch(publicTexts)
    expect(text).toContain('ana@example.com')
  })
})
