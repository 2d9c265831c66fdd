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
export const PROGRAM_NAMES = Object.keys(COOKIES) as ClientProgram[]
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
  /** The device cookie of a program; undefined when the browser sent none. */
  deviceOf: (program: ClientProgram) => string | undefined
}

/** Reads and sets the cookies of a server. */
export function createSessionCookies({ publicUrl, secret }: Config) {
  const secure = publicUrl.startsWith('https:')
  // A browser accepts a cookie of this prefix only from this host over https.
  const [prefix, path] = secure ? ['__Host-', '/'] : ['', '/api/']
  const attributes = { sameSite: 'strict', secure, maxAge: MAX_AGE_SECONDS } as const
  const httpOnly = { ...attributes, path, httpOnly: true }
  const xsrfTokenOf = (binder: string) =>
    createHmac('sha256', secret).update(`xsrf ${binder}`).digest('base64url')
  return {
    /** Reads the cookies and checks the signed double submit of the XSRF token (OWASP CSRF cheat sheet). */
    read({ cookies, headers }: FastifyRequest): SessionCookies {
      const header = headers['x-xsrf-token']
      const isSubmitted =
        typeof header === 'string' &&
        PROGRAM_NAMES.some((program) => equal(cookies[CLIENT_PROGRAMS[program].xsrfCookie], header))
      const binders = PROGRAM_NAMES.flatMap((program) => {
        const value = cookies[prefix + COOKIES[program].binder]
        if (value === undefined) return []
        return [{ program, value, sameSite: isSubmitted && equal(header, xsrfTokenOf(value)) }]
      })
      return { binders, deviceOf: (program) => cookies[prefix + COOKIES[program].device] }
    },
    /** Sets the cookies of a program's new session; null clears them. */
    setBinder(reply: FastifyReply, program: ClientProgram, binder: string | null): void {
      const name = prefix + COOKIES[program].binder
      const { xsrfCookie } = CLIENT_PROGRAMS[program]
      if (binder === null)
        reply.clearCookie(name, { path, secure }).clearCookie(xsrfCookie, { path: '/' })
      else {
        reply.setCookie(name, binder, httpOnly)
        reply.setCookie(xsrfCookie, xsrfTokenOf(binder), { ...attributes, path: '/' })
      }
    },
    /** Sets the cookie that identifies a device after a login. */
    setDevice(reply: FastifyReply, program: ClientProgram, device: string): void {
      reply.setCookie(prefix + COOKIES[program].device, device, httpOnly)
    },
  }
}

/** The binder cookie to which a session is bound: only one of its own hash, whatever the program. */
export const boundBinder = ({ binders }: SessionCookies, binderHash: Buffer) =>
  binders.find(({ value }) => timingSafeEqual(sha256(value), binderHash))

function equal(given: string | undefined, expected: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
