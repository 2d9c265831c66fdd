import { extend, partial, registry, toJSONSchema } from 'zod/mini'
import type { CallContract } from '#contract/call.ts'
import { ResponseHeader } from '#contract/header.ts'
import { REFUSAL_REASONS } from '#contract/refusalReasons.ts'
import { RequestHeader } from '#contract/requestHeader.ts'
import {
  contractFiles,
  type Declaration,
  declarationOf,
  descriptionOf,
  fieldOf,
  nameAsText,
} from '#server/docs/docComments.ts'

type Json = Record<string, unknown>
type ZodObject = Parameters<typeof extend>[0]
/** The keywords of JSON Schema that the document uses. */
export interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  $ref?: string
  description?: string
  examples?: unknown[]
  [keyword: string]: unknown
}
type Schemas = Record<string, Schema>

/** The schemas of objects and enumerations that the contract exports, by the names that a generated client gives them. */
const ENTITIES: [name: string, schema: ZodObject][] = []
for (const file of contractFiles)
  for (const [name, value] of Object.entries((await import(file)) as object))
    if (/^[A-Z]/.test(name) && /^(?:object|enum|union)$/.test(value?._zod?.def.type))
      ENTITIES.push([name, value])

export const schemaName = ({ name }: CallContract, body: 'Call' | 'Answer') =>
  `${name[0]?.toUpperCase()}${name.slice(1)}${body}`

/**
 * The component schemas of the document: the bodies of every call, and the entities in them. The fields
 * of an answer are optional: only one with code 00 has them.
 */
export function componentSchemas(declared: readonly CallContract[]): Schemas {
  const requests = declared.map((one): [string, ZodObject] => [
    schemaName(one, 'Call'),
    extend(one.request, { requestHeader: RequestHeader }),
  ])
  const answers = declared.map((one): [string, ZodObject] => [
    schemaName(one, 'Answer'),
    extend(partial(one.response), { responseHeader: ResponseHeader }),
  ])
  const answered = toComponents(answers, ENTITIES, 'output')
  // What an entity accepts may differ from what it answers: a name stands for one of them.
  const others = ENTITIES.filter(([name]) => !(name in answered))
  const header = answered.ResponseHeader as { properties: Json }
  header.properties.reason = REASON
  const schemas = { ...toComponents(requests, others, 'input'), ...answered }
  for (const one of declared) {
    describe(schemas[schemaName(one, 'Call')], declarationOf(`${one.name}.request`))
    describe(schemas[schemaName(one, 'Answer')], declarationOf(`${one.name}.response`))
  }
  for (const [name] of ENTITIES) {
    const entity = declarationOf(name)
    describe(schemas[name], entity)
    if (schemas[name] && entity?.comment) schemas[name].description = entity.comment
  }
  return schemas
}

/** Adds the doc comments of a declaration's fields to the properties, and to those inside them. */
function describe(schema: Schema | undefined, of: Declaration | undefined): void {
  if (!schema) return
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const field = of && fieldOf(of, name)
    const entity =
      String(property.$ref ?? property.items?.$ref)
        .split('/')
        .at(-1) ?? ''
    property.description ??=
      descriptionOf(name, field) || declarationOf(entity)?.comment || nameAsText(name)
    describe(property, field)
  }
  const { items, additionalProperties, anyOf = [], oneOf = [] } = schema
  for (const inner of [items, additionalProperties, ...anyOf, ...oneOf]) describe(inner, of)
}

const REASON = {
  type: 'string',
  enum: Object.keys(REFUSAL_REASONS),
  description: `Why the call was refused, in a word that stays; absent with 00 and where no program has to tell refusals apart.\n\n${Object.entries(
    REFUSAL_REASONS,
  )
    .map(([word, meaning]) => `- \`${word}\`: ${meaning}`)
    .join('\n')}`,
}

/** The JSON Schemas of bodies, and of the entities that they refer to. */
function toComponents(
  bodies: [string, ZodObject][],
  entities: typeof ENTITIES,
  io: 'input' | 'output',
): Schemas {
  const names = registry<{ id: string }>()
  for (const [id, schema] of [...entities, ...bodies]) names.add(schema, { id })
  const { schemas } = toJSONSchema(names, {
    io,
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    // A later version of the server may answer more fields.
    override: ({ jsonSchema }) => {
      delete jsonSchema.additionalProperties
    },
  })
  const used: Schemas = {}
  const wanted = bodies.map(([id]) => id)
  for (const id of wanted) {
    if (id in used) continue
    const { $schema: _dialect, $id: _address, ...schema } = schemas[id] as Schema
    used[id] = schema
    const references = JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)
    wanted.push(...[...references].map(([, name = '']) => name))
  }
  return used
}
