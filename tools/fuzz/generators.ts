import type { SeededRandom } from '#db/demo/seededRandom.ts'
import type { RawRequest } from '#tools/fuzz/rawHttpClient.ts'

type Json = unknown

/** Values that have broken somebody's server. */
const NASTY: readonly Json[] = [
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

/** A copy with one to four things wrong: replaced, removed, nested, or with keys that were not asked for. */
export function mutated(chance: SeededRandom, sample: Json): Json {
  let value = structuredClone(sample)
  for (let times = chance.integer(1, 4); times > 0; times--) value = bend(chance, value)
  return value
}

function bend(chance: SeededRandom, value: Json): Json {
  if (typeof value !== 'object' || value === null || chance.bool(0.05)) return wrong(chance, value)
  const bag = value as Record<string, Json>
  const keys = Object.keys(bag)
  if (keys.length === 0 || chance.bool(0.1)) {
    const key = chance.oneOf([
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
    // Defined, not assigned: `__proto__` is to arrive as a key.
    Object.defineProperty(bag, key, {
      value: wrong(chance, null),
      enumerable: true,
      configurable: true,
      writable: true,
    })
    return bag
  }
  const key = chance.oneOf(keys)
  if (chance.bool(0.12)) delete bag[key]
  else bag[key] = bend(chance, bag[key])
  return bag
}

function wrong(chance: SeededRandom, value: Json): Json {
  if (typeof value === 'string' && chance.bool(0.4)) return smudged(chance, value)
  if (typeof value === 'number' && chance.bool(0.4))
    return chance.oneOf([-value, value + 0.5, value * 100, String(value), value * 1e300])
  if (chance.bool(0.05)) return deep(chance.integer(2, 60))
  // A copy: what is bent further must not bend the list.
  return structuredClone(chance.oneOf(NASTY))
}

function smudged(chance: SeededRandom, text: string): string {
  const at = chance.integer(0, text.length)
  return chance.oneOf([
    text.slice(0, at),
    text + text,
    text.slice(0, at) + String.fromCharCode(chance.integer(0, 0xffff)) + text.slice(at),
    text.toUpperCase(),
    ` ${text} `,
  ])
}

function deep(levels: number): Json {
  let value: Json = 1
  for (; levels > 0; levels--) value = levels % 2 ? [value] : { a: value }
  return value
}

/** What no JSON library would write: cut short, bytes turned over, other encodings, noise. */
export function rawBytes(chance: SeededRandom, text: string): Buffer {
  const bytes = Buffer.from(text)
  if (chance.bool(0.3))
    return Buffer.from(Array.from({ length: chance.integer(0, 300) }, () => chance.integer(0, 255)))
  if (chance.bool(0.3)) return bytes.subarray(0, chance.integer(0, bytes.length))
  if (chance.bool(0.2)) return Buffer.from(text.replace(/:\s*\d+/, ': 1e400'), 'utf16le')
  if (chance.bool(0.2)) return Buffer.from(text.replace('{', '{"a":1,"a":2,"__proto__":{"x":1},'))
  for (let times = chance.integer(1, 8); times > 0 && bytes.length > 0; times--)
    bytes[chance.integer(0, bytes.length - 1)] = chance.integer(0, 255)
  return bytes
}

const METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']

/**
 * The same request as no client of ours would put it on the wire: without a type, without a body,
 * without either, in chunks, or by another method.
 */
export function malformedFraming(chance: SeededRandom, asked: RawRequest): RawRequest {
  const nothing = Buffer.alloc(0)
  return chance.oneOf<() => RawRequest>([
    () => ({ ...asked, body: nothing, type: null, framing: 'unsaid' }),
    () => ({ ...asked, body: nothing, framing: 'unsaid' }),
    () => ({ ...asked, body: nothing, type: null }),
    () => ({ ...asked, body: nothing }),
    () => ({ ...asked, type: null }),
    () => ({ ...asked, type: null, framing: 'chunks' }),
    () => ({ ...asked, framing: 'chunks' }),
    () => ({ ...asked, method: chance.oneOf(METHODS) }),
    () => ({
      ...asked,
      method: chance.oneOf(METHODS),
      body: nothing,
      type: null,
      framing: 'unsaid',
    }),
  ])()
}
