import type { SeededRandom } from '#db/demo/seededRandom.ts'
import type { RawRequest } from '#tools/fuzz/rawHttpClient.ts'

type Json = unknown

/** Values that commonly break servers. */
const HOSTILE_VALUES: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 31,
  '',
  ' ',
  '0',
  '-1',
  '1e400',
  'null',
  'undefined',
  'NaN',
  "' or 1=1 --",
  '"; drop table person; --',
  '$1',
  '${7*7}',
  '{{7*7}}',
  '%s%n',
  '../../etc/passwd',
  '\u0000',
  '\ud800',
  '\u202e',
  '𝕊',
  'ñ'.repeat(300),
  'a'.repeat(5_000),
  '<script>alert(1)</script>',
  '00000000000000',
  '99999999999999',
  '20260231000000',
  '20260907120000',
  '1990-01-01 00:00:00',
  '4111111111111111',
  '215080550011',
  [],
  {},
  [[]],
  [null],
  { length: 1 },
  { toString: 1 },
  { toJSON: 'x' },
  { hasOwnProperty: 0 },
  ['a', 'b'],
]

/** A copy with one to four mutations: a value replaced or removed, or a key added. */
export function mutated(random: SeededRandom, sample: Json): Json {
  let value = structuredClone(sample)
  for (let times = random.integer(1, 4); times > 0; times--) value = mutateOnce(random, value)
  return value
}

function mutateOnce(random: SeededRandom, value: Json): Json {
  if (typeof value !== 'object' || value === null || random.bool(0.05))
    return invalidValue(random, value)
  const object = value as Record<string, Json>
  const keys = Object.keys(object)
  if (keys.length === 0 || random.bool(0.1)) {
    const key = random.oneOf([
      'x',
      '__proto__',
      'constructor',
      'prototype',
      'roles',
      'personId',
      'verified',
      'id',
      'toString',
      '',
    ])
    // Assigning `__proto__` would set the prototype instead of adding a key.
    Object.defineProperty(object, key, {
      value: invalidValue(random, null),
      enumerable: true,
      configurable: true,
      writable: true,
    })
    return object
  }
  const key = random.oneOf(keys)
  if (random.bool(0.12)) delete object[key]
  else object[key] = mutateOnce(random, object[key])
  return object
}

function invalidValue(random: SeededRandom, value: Json): Json {
  if (typeof value === 'string' && random.bool(0.4)) return mutateText(random, value)
  if (typeof value === 'number' && random.bool(0.4))
    return random.oneOf([-value, value + 0.5, value * 100, String(value), value * 1e300])
  if (random.bool(0.05)) return nested(random.integer(2, 60))
  // A copy, because a later mutation may change it in place.
  return structuredClone(random.oneOf(HOSTILE_VALUES))
}

function mutateText(random: SeededRandom, text: string): string {
  const at = random.integer(0, text.length)
  return random.oneOf([
    text.slice(0, at),
    text + text,
    text.slice(0, at) + String.fromCharCode(random.integer(0, 0xffff)) + text.slice(at),
    text.toUpperCase(),
    ` ${text} `,
  ])
}

function nested(levels: number): Json {
  let value: Json = 1
  for (; levels > 0; levels--) value = levels % 2 ? [value] : { a: value }
  return value
}

/** A body that no JSON library writes: truncated, changed bytes, UTF-16, duplicate keys, random bytes. */
export function rawBytes(random: SeededRandom, text: string): Buffer {
  const bytes = Buffer.from(text)
  if (random.bool(0.3))
    return Buffer.from(Array.from({ length: random.integer(0, 300) }, () => random.integer(0, 255)))
  if (random.bool(0.3)) return bytes.subarray(0, random.integer(0, bytes.length))
  if (random.bool(0.2)) return Buffer.from(text.replace(/:\s*\d+/, ': 1e400'), 'utf16le')
  if (random.bool(0.2)) return Buffer.from(text.replace('{', '{"a":1,"a":2,"__proto__":{"x":1},'))
  for (let times = random.integer(1, 8); times > 0 && bytes.length > 0; times--)
    bytes[random.integer(0, bytes.length - 1)] = random.integer(0, 255)
  return bytes
}

const METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']

/**
 * The request with unusual framing: without a content type, without a body, chunked, or with another
 * method.
 */
export function malformedFraming(random: SeededRandom, request: RawRequest): RawRequest {
  const empty = Buffer.alloc(0)
  return random.oneOf<() => RawRequest>([
    () => ({ ...request, body: empty, type: null, framing: 'none' }),
    () => ({ ...request, body: empty, framing: 'none' }),
    () => ({ ...request, body: empty, type: null }),
    () => ({ ...request, body: empty }),
    () => ({ ...request, type: null }),
    () => ({ ...request, type: null, framing: 'chunks' }),
    () => ({ ...request, framing: 'chunks' }),
    () => ({ ...request, method: random.oneOf(METHODS) }),
    () => ({
      ...request,
      method: random.oneOf(METHODS),
      body: empty,
      type: null,
      framing: 'none',
    }),
  ])()
}
