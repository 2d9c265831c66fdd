import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { extend, partial, registry, toJSONSchema } from 'zod/mini'
import type { CallContract } from '#contract/call.ts'
import { RequestHeader, ResponseHeader } from '#contract/header.ts'
import { REFUSAL_REASONS } from '#contract/refusalReasons.ts'

type Json = Record<string, unknown>
type Schema = Parameters<typeof extend>[0]

const CONTRACT = join(import.meta.dirname, '../../contract')
/** The schemas of objects and enumerations that the contract exports, by the names that a generated client gives them. */
const ENTITIES: [name: string, schema: Schema][] = []
for (const file of readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).toSorted())
  if (file.endsWith('.ts') && !file.endsWith('.test.ts'))
    for (const [name, value] of Object.entries((await import(join(CONTRACT, file))) as object))
      if (/^[A-Z]/.test(name) && /^(?:object|enum|union)$/.test(value?._zod?.def.type))
        ENTITIES.push([name, value])

/** The name of a call's body among the component schemas. */
export const schemaName = ({ name }: CallContract, body: 'Call' | 'Answer') =>
  `${name[0]?.toUpperCase()}${name.slice(1)}${body}`

/**
 * The component schemas of the document: the bodies of every call, and the entities in them. The fields
 * of an answer are optional: only one with code 00 has them.
 */
export function componentSchemas(declared: readonly CallContract[]): Json {
  const requests = declared.map((one): [string, Schema] => [
    schemaName(one, 'Call'),
    extend(one.request, { requestHeader: RequestHeader }),
  ])
  const answers = declared.map((one): [string, Schema] => [
    schemaName(one, 'Answer'),
    extend(partial(one.response), { responseHeader: ResponseHeader }),
  ])
  const answered = toComponents(answers, ENTITIES, 'output')
  // What an entity accepts may differ from what it answers: a name stands for one of them.
  const others = ENTITIES.filter(([name]) => !(name in answered))
  const header = answered.ResponseHeader as { properties: Json }
  header.properties.reason = REASON
  return { ...toComponents(requests, others, 'input'), ...answered }
}

const REASON = {
  type: 'string',
  enum: Object.keys(REFUSAL_REASONS),
  description: `Por qué se negó, en una palabra que no cambia; falta con 00 y donde nada la distingue.\n\n${Object.entries(
    REFUSAL_REASONS,
  )
    .map(([word, meaning]) => `- \`${word}\`: ${meaning}`)
    .join('\n')}`,
}

/** The JSON Schemas of bodies, and of the entities that they refer to. */
function toComponents(
  bodies: [string, Schema][],
  entities: typeof ENTITIES,
  io: 'input' | 'output',
): Json {
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
  const used: Json = {}
  const wanted = bodies.map(([id]) => id)
  for (const id of wanted) {
    if (id in used) continue
    const { $schema: _dialect, $id: _address, ...schema } = schemas[id] as Json
    used[id] = schema
    const references = JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)
    wanted.push(...[...references].map(([, name = '']) => name))
  }
  return used
}
