import * as fc from 'fast-check'
import { toJSONSchema } from 'zod/mini'
import type { CallContract } from '#contract/call.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'

type Json = Record<string, unknown>
type Type = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object'
/** The parts of a JSON schema that the contract uses. */
interface Schema {
  type?: Type | Type[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

const MAX_TEXT = 200
const MAX_ITEMS = 5

/** Values that a schema allows; of a field that it cannot describe, any JSON. */
function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(arbitraryOf))
  const { minimum = -(2 ** 31), maximum = 2 ** 31 } = schema
  const { items = {}, properties = {}, required = [] } = schema
  const ofType: Record<Type, () => fc.Arbitrary<unknown>> = {
    string: () => textOf(schema),
    integer: () => fc.maxSafeInteger().map((n) => Math.min(maximum, Math.max(minimum, n))),
    number: () => fc.double({ min: minimum, max: maximum, noNaN: true }),
    boolean: () => fc.boolean(),
    null: () => fc.constant(null),
    array: () => fc.array(arbitraryOf(items), { maxLength: MAX_ITEMS }),
    object: () => {
      const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, arbitraryOf(one)]),
      )
      return fc.record(fields, { requiredKeys: required })
    },
  }
  const types = [schema.type ?? []].flat()
  return types.length > 0 ? fc.oneof(...types.map((type) => ofType[type]())) : fc.jsonValue()
}

function textOf({ pattern, minLength = 0, maxLength = MAX_TEXT }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined)
    try {
      return fc.stringMatching(new RegExp(pattern))
    } catch {
      // fast-check has no assertions such as a look-ahead.
    }
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, MAX_TEXT) })
}

const arbitraries = new Map<string, fc.Arbitrary<unknown>>()
/** Fields that the contract's schema allows. */
export function fieldsOf({ name, request }: CallContract, random: SeededRandom): Json {
  let arbitrary = arbitraries.get(name)
  if (!arbitrary) {
    arbitrary = arbitraryOf(
      toJSONSchema(request, { io: 'input', unrepresentable: 'any' }) as Schema,
    )
    arbitraries.set(name, arbitrary)
  }
  return sampleOf(arbitrary, random) as Json
}

function sampleOf<T>(arbitrary: fc.Arbitrary<T>, random: SeededRandom): T {
  const [value] = fc.sample(arbitrary, { numRuns: 1, seed: random.integer(0, 2 ** 31 - 1) })
  return value as T
}

/** Values that commonly break servers. */
const HOSTILE = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc
    .integer({ min: 1, max: 30 })
    .map((levels) => JSON.parse('[{"a":'.repeat(levels) + 1 + '}]'.repeat(levels)) as object),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme-ascii', minLength: 4_000, maxLength: 5_000 }),
  fc.double(),
  fc.constantFrom(
    "' or 1=1 --",
    '{{7*7}}${7*7}%s%n',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '\u0000',
    '\ud800',
    '20260231000000',
    '99999999999999',
    '4111111111111111',
    '1e400',
    { toString: 1, toJSON: 'x', length: 1 },
  ),
)
/** Zero-width and no-break spaces, marks of direction, a soft hyphen, an accent, dashes, apostrophes. */
const LOOKALIKES = Array.from(
  '\u200b\u200e\u202a\u202b\u202c\u2060\u00ad\ufeff\u00a0\u202f\u0301\u2010\u2011\u2013\u2212\u2018\u2019\u00b4`',
)
/** Amounts, card numbers of 13 to 19 digits, and another long number. */
const PASTED = [
  'U$S 50,00|US$ 1,90|$ 80,00|UYU 3.000,00|€ 5|50,00 U$S|3.000,00 $|20260000000000000017',
  '4111 1111 1111 1111|4222222222222|378282246310005|5555-5555-5555-4444|4000000000000000006',
].flatMap((texts) => texts.split('|'))
/** Numbers that JavaScript does not write so, each after a mark for `bodyOf`. */
const NUMBERS = '20260000000000000017 8.8E+12 4.111111111111111e15 4111111111111111 -1e-400 1e400'
  .split(' ')
  .map((number) => `\ue000${number}`)
const KEYS = fc.oneof(fc.constantFrom('roles', 'personId', 'id', '__proto__'), fc.string())

/** A copy with one to four mutations: a value changed or removed, or a key added. */
export function mutated(random: SeededRandom, sample: unknown): unknown {
  const copy = { body: structuredClone(sample) }
  for (let times = random.integer(1, 4); times > 0; times--) mutateOnce(random, copy)
  return copy.body ?? null
}

function mutateOnce(random: SeededRandom, object: Json): void {
  const keys = Object.keys(object)
  const isNew = keys.length === 0 || random.bool(0.1)
  const key = isNew ? sampleOf(KEYS, random) : random.oneOf(keys)
  const value = isNew ? null : object[key]
  if (typeof value === 'object' && value !== null && random.bool(0.95))
    mutateOnce(random, value as Json)
  // An array keeps its length.
  else if (Array.isArray(object) && key === 'length') return
  else if (random.bool(0.1)) delete object[key]
  // Assigning `__proto__` would set the prototype instead of adding a key.
  else
    Object.defineProperty(object, key, {
      // A copy: the next mutation may change the value.
      value: random.bool(0.3)
        ? structuredClone(sampleOf(HOSTILE, random))
        : variantOf(random, value),
      enumerable: true,
      configurable: true,
      writable: true,
    })
}

/** JSON, with the numbers that JavaScript does not hold. */
export const bodyOf = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/"\ue000([^"]*)"/g, '$1')

/** A value that differs a little from a valid one, as it is pasted or as another program writes it. */
function variantOf(random: SeededRandom, value: unknown): unknown {
  if (typeof value === 'number' && random.bool(0.3))
    return random.oneOf([-value, value + 0.5, value * 1e300, String(value)])
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  const at = random.integer(0, text.length)
  const within = (more: string[]) => text.slice(0, at) + random.oneOf(more) + text.slice(at)
  const typed = () => text.replaceAll(/[-' ]/g, () => random.oneOf(LOOKALIKES)).normalize('NFD')
  const either = random.oneOf([text.slice(0, at), text + text, text.toUpperCase(), ` ${text} `])
  const alone = random.oneOf(random.bool(0.5) ? PASTED : NUMBERS)
  return random.oneOf([either, alone, within(LOOKALIKES), within(PASTED), typed()])
}

/** A body that no JSON library writes: truncated, changed bytes, UTF-16, duplicate keys, random bytes. */
export function rawBytes(random: SeededRandom, text: string): Buffer {
  const bytes = Buffer.from(text)
  return random.oneOf<() => Buffer>([
    () => Buffer.from(sampleOf(fc.uint8Array({ maxLength: 300 }), random)),
    () => bytes.subarray(0, random.integer(0, bytes.length)),
    () => Buffer.from(text.replace(/:\s*\d+/, ': 1e400'), 'utf16le'),
    () => Buffer.from(text.replace('{', '{"a":1,"a":2,"__proto__":{"x":1},')),
    () => bytes.fill(random.integer(0, 255), random.integer(0, bytes.length)),
  ])()
}
