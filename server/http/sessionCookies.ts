import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

/** The second half of a browser's session; the first is the token in the body. */
const BINDER = 'binder'
/** Readable by our own page, which repeats its value in the header `X-XSRF-TOKEN`. */
const XSRF = 'XSRF-TOKEN'
const DEVICE = 'device'
/** One year; the expiry of the session itself is checked in the database. */
const MAX_AGE_SECONDS = 31_536_000

/** The cookies of a call that concern its session. */
export interface SessionCookies {
  /** Undefined when the browser sent none. */
  binder: string | undefined
  /** Whether the XSRF header repeats an XSRF cookie that was signed for this binder. */
  sameSite: boolean
  device: string | undefined
}

/** Reads the cookies and checks the signed double submit of the XSRF token (OWASP CSRF cheat sheet). */
export function readSessionCookies(config: Config, request: FastifyRequest): SessionCookies {
  const { [BINDER]: binder, [XSRF]: xsrf, [DEVICE]: device } = request.cookies
  const header = request.headers['x-xsrf-token']
  const sameSite =
    binder !== undefined &&
    xsrf !== undefined &&
    typeof header === 'string' &&
    equal(xsrf, xsrfTokenOf(config, binder)) &&
    equal(header, xsrf)
  return { binder, sameSite, device }
}

/** Sets the cookies of a new session; null clears them. */
export function setSessionCookies(
  config: Config,
  reply: FastifyReply,
  binder: string | null,
): void {
  if (binder === null) {
    reply.clearCookie(BINDER, { path: '/api/' }).clearCookie(XSRF, { path: '/' })
    return
  }
  const options = cookieOptions(config)
  reply.setCookie(BINDER, binder, { ...options, path: '/api/', httpOnly: true })
  reply.setCookie(XSRF, xsrfTokenOf(config, binder), { ...options, path: '/' })
}

/** Sets the cookie that identifies a device after a login. */
export function setDeviceCookie(config: Config, reply: FastifyReply, device: string): void {
  reply.setCookie(DEVICE, device, { ...cookieOptions(config), path: '/api/', httpOnly: true })
}

const xsrfTokenOf = (config: Config, binder: string) =>
  createHmac('sha256', config.secret).update(`xsrf ${binder}`).digest('base64url')

function equal(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const cookieOptions = (config: Config) =>
  ({
    sameSite: 'strict',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: MAX_AGE_SECONDS,
  }) as const
