import { createHmac } from 'node:crypto'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyBaseLogger } from 'fastify'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import { passkeyByCredential } from '#db/accounts/passkeys.ts'
import { personById } from '#db/accounts/people.ts'
import { liveSession } from '#db/accounts/sessions.ts'
import type { Context } from '#server/context.ts'
import { RateLimited, Refusal } from '#server/http/errors.ts'
import { REFUSAL_EVENTS } from '#server/http/refusalEvents.ts'
import { sha256 } from '#server/http/sha256.ts'
import type { SignedMessage } from '#server/http/terminalSignature.ts'

type TracedReason = keyof typeof REFUSAL_EVENTS

/** The refusals that leave a trace. */
const TRACED: Partial<Record<RefusalReason, TracedReason>> = {
  wrong_credentials: 'login',
  unconfirmed: 'login',
  wrong_password: 'password',
  wrong_code: 'code',
  link_used: 'code',
  link_expired: 'code',
  wrong_second_factor: 'second_factor',
  wrong_enrolment_code: 'second_factor',
  second_factor_missing: 'second_factor_missing',
  second_factor_first: 'second_factor_missing',
  passkey_unknown: 'passkey',
  passkey_refused: 'passkey',
  challenge_used: 'passkey',
  passkey_copied: 'passkey_counter',
  role_missing: 'role',
  digest_mismatch: 'terminal',
  unknown_key: 'terminal',
  bad_signature: 'terminal',
  nonce_differs: 'terminal',
  audit_number_reused: 'replay',
}

interface RefusedCall {
  /** Absent: the limit of the address refused it. */
  call?: string
  address: string
  log: FastifyBaseLogger
  message?: SignedMessage
}

/**
 * Writes the trace of a refusal that may be a part of an attack (ASVS 5.0, 16.3): one line and one
 * count. Other errors leave none. It never fails: the caller gets the answer of the refusal.
 */
export async function traceRefusal(
  context: Context,
  call: RefusedCall & { body: unknown },
  error: unknown,
): Promise<void> {
  const word = error instanceof Refusal ? error.reason : undefined
  const reason = error instanceof RateLimited ? 'throttle' : word && TRACED[word]
  if (reason) writeTrace(context, reason, call, await accountOf(context, call.body))
}

/** The trace of a request over the limit of its address, which is refused before its body is read. */
export const traceRateLimit = (
  context: Context,
  { ip, log }: { ip: string; log: FastifyBaseLogger },
): void => writeTrace(context, 'rate_limit', { address: ip, log }, undefined)

function writeTrace(
  context: Context,
  reason: TracedReason,
  { call, address, log, message }: RefusedCall,
  email: string | undefined,
): void {
  context.metrics.refused.inc({ reason })
  const hashes = {
    account: email === undefined ? undefined : traceHash(context, 'account', email),
    address: traceHash(context, 'address', normalizeIP(address)),
  }
  const signed = String(message?.headers['signature-input'] ?? '')
  const [, keyid] = /keyid="([\w-]{43})"/.exec(signed) ?? []
  log.warn({ ...REFUSAL_EVENTS[reason], call, ...hashes, keyid }, 'A call was refused.')
}

/**
 * A short hash by which lines of the log are compared: the same for one account, or one address, in
 * every process of a service. Without the server's secret nothing can be found by trying addresses.
 */
export function traceHash({ config }: Pick<Context, 'config'>, kind: string, text: string): string {
  const key = createHmac('sha256', config.secret).update('refusal trace').digest()
  return createHmac('sha256', key).update(`${kind} ${text}`).digest('hex').slice(0, 16)
}

/**
 * The email of the account that a call is about: that of its session, of its passkey, or the one that
 * its body names, whether or not it has an account.
 */
async function accountOf({ db, now }: Context, body: unknown): Promise<string | undefined> {
  const { requestHeader, user, credential } = (body ?? {}) as {
    requestHeader?: { userSessionToken?: unknown } | null
    user?: unknown
    credential?: { id?: unknown } | null
  }
  // A database that fails must not replace the refusal.
  const orNone = <T>(read: Promise<T>) => read.catch(() => undefined)
  const token = requestHeader?.userSessionToken
  const id = credential?.id
  const found =
    (typeof token === 'string' && token && (await orNone(liveSession(db, sha256(token), now())))) ||
    (typeof id === 'string' &&
      (await orNone(passkeyByCredential(db, Buffer.from(id, 'base64url')))))
  const person = found ? await orNone(personById(db, found.personId)) : undefined
  if (person) return person.email
  const named = typeof user === 'object' && user !== null && 'email' in user ? user.email : user
  return typeof named === 'string' ? named.trim().toLowerCase() : undefined
}
