import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CLIENT_PROGRAMS, type ClientProgram } from '#contract/clientProgram.ts'
import type { Config } from '#server/config.ts'
import { sha256 } from '#server/http/sha256.ts'

/**
 * The HttpOnly cookies of each program: `binder` is the second half of its session, whose first is
 * the token in the body; `device` marks a browser in which an account's owner has signed in. The
 * XSRF cookie is readable by our own pages, which repeat its value in the header `X-XSRF-TOKEN`.
 */
const COOKIES = {
  app: { binder: 'binder', device: 'device' },
  console: { binder: 'consoleBinder', device: 'consoleDevice' },
  docs: { binder: 'docsBinder', device: 'docsDevice' },
} as const satisfies Record<ClientProgram, { binder: string; device: string }>
const PROGRAM_NAMES = Object.keys(COOKIES) as ClientProgram[]
/** A browser accepts a cookie of this prefix only from this host over https. */
const HOST_PREFIX = '__Host-'
/** One year; the expiry of the session itself is checked in the database. */
const MAX_AGE_SECONDS = 31_536_000

/** A binder cookie of a call. */
interface BinderCookie {
  program: ClientProgram
  value: string
  /** Whether the XSRF header repeats an XSRF cookie that was signed for this binder. */
  sameSite: boolean
}

/** The cookies of a call that concern its session. */
export interface SessionCookies {
  /** One per program that has a session in this browser. */
  binders: readonly BinderCookie[]
  /** Per program; undefined when the browser sent none. */
  devices: Record<ClientProgram, string | undefined>
}

/** Reads the cookies and checks the signed double submit of the XSRF token (OWASP CSRF cheat sheet). */
export function readSessionCookies(config: Config, request: FastifyRequest): SessionCookies {
  const { cookies } = request
  const header = request.headers['x-xsrf-token']
  const isSubmitted =
    typeof header === 'string' &&
    PROGRAM_NAMES.some((program) => equal(cookies[CLIENT_PROGRAMS[program].xsrfCookie], header))
  const { prefix } = placeOf(config)
  const binders = PROGRAM_NAMES.flatMap((program) => {
    const value = cookies[prefix + COOKIES[program].binder]
    if (value === undefined) return []
    return [{ program, value, sameSite: isSubmitted && equal(header, xsrfTokenOf(config, value)) }]
  })
  const deviceOf = (program: ClientProgram) => cookies[prefix + COOKIES[program].device]
  return {
    binders,
    devices: { app: deviceOf('app'), console: deviceOf('console'), docs: deviceOf('docs') },
  }
}

/** The binder cookie to which a session is bound: only one of its own hash, whatever the program. */
export const boundBinder = (
  { binders }: SessionCookies,
  binderHash: Buffer,
): BinderCookie | undefined =>
  binders.find(({ value }) => timingSafeEqual(sha256(value), binderHash))

/** Sets the cookies of a program's new session; null clears them. */
export function setSessionCookies(
  config: Config,
  reply: FastifyReply,
  program: ClientProgram,
  binder: string | null,
): void {
  const { binder: name } = COOKIES[program]
  const { xsrfCookie } = CLIENT_PROGRAMS[program]
  if (binder === null) {
    const { prefix, path } = placeOf(config)
    reply.clearCookie(prefix + name, { path, secure: isHttps(config) })
    reply.clearCookie(xsrfCookie, { path: '/' })
    return
  }
  setHttpOnly(config, reply, name, binder)
  reply.setCookie(xsrfCookie, xsrfTokenOf(config, binder), { ...attributes(config), path: '/' })
}

/** Sets the cookie that identifies a device after a login. */
export const setDeviceCookie = (
  config: Config,
  reply: FastifyReply,
  program: ClientProgram,
  device: string,
): void => setHttpOnly(config, reply, COOKIES[program].device, device)

function setHttpOnly(config: Config, reply: FastifyReply, name: string, value: string): void {
  const { prefix, path } = placeOf(config)
  reply.setCookie(prefix + name, value, { ...attributes(config), path, httpOnly: true })
}

/** The prefix and the path of an HttpOnly cookie. */
const placeOf = (config: Config) =>
  isHttps(config) ? { prefix: HOST_PREFIX, path: '/' } : { prefix: '', path: '/api/' }

const xsrfTokenOf = (config: Config, binder: string) =>
  createHmac('sha256', config.secret).update(`xsrf ${binder}`).digest('base64url')

function equal(given: string | undefined, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const isHttps = ({ publicUrl }: Config) => publicUrl.startsWith('https:')
const attributes = (config: Config) =>
  ({ sameSite: 'strict', secure: isHttps(config), maxAge: MAX_AGE_SECONDS }) as const
