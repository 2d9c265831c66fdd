import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import sjson from 'secure-json-parse'
import { MalformedRequestError, UnsupportedCharsetError } from '#server/http/errors.ts'

const DEPTH_LIMIT = 32

/** A request body: its text and the JSON value parsed from it. */
export interface ParsedBody {
  text: string
  json: unknown
}

/**
 * Parses the bodies of these content types into a `ParsedBody`; a malformed or missing body is
 * HTTP 400, another content type or character set 415, a longer body 413.
 * @param limit bytes
 */
export function registerJsonParser(http: FastifyInstance, types: string[], limit: number): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser(
    types,
    { parseAs: 'buffer', bodyLimit: limit },
    (request, bytes, done) => {
      if (!isUtf8Type(request.headers['content-type'])) {
        done(new UnsupportedCharsetError('not UTF-8'))
        return
      }
      try {
        // Other bytes would be replaced, so that two different bodies could become one text.
        if (!isUtf8(bytes as Buffer)) throw new TypeError('not UTF-8')
        done(null, parseBody(bytes.toString()))
      } catch {
        done(new MalformedRequestError('malformed body'))
      }
    },
  )
  // Fastify calls no parser for a request with neither a content type nor a length.
  http.addHook('preValidation', ({ method, body }, _reply, done) => {
    if (method === 'POST' && body === undefined) done(new MalformedRequestError('no body'))
    else done()
  })
}

/** Whether a content type names no character set, or UTF-8, or its subset ASCII. */
const isUtf8Type = (type = '') => {
  const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(type) ?? []
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)
}

/** @throws when the text is not JSON, nests deeper than 32 levels, or has a key that changes a prototype */
export function parseBody(text: string): ParsedBody {
  const json: unknown = sjson.parse(text, { protoAction: 'error', constructorAction: 'error' })
  checkShape(json, 1)
  return { text, json }
}

function checkShape(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > DEPTH_LIMIT) throw new RangeError('too deep')
  // A length check compares `length` with a number, which would call an object's own toString.
  if (Object.hasOwn(value, 'constructor') || Object.hasOwn(value, 'toString'))
    throw new TypeError('forbidden key')
  for (const inner of Object.values(value)) checkShape(inner, depth + 1)
}
