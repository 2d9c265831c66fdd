import type { FastifyBaseLogger } from 'fastify'
import { safeParse } from 'zod/mini'
import { RequestEnvelope } from '#contract/call.ts'
import { CLIENT_PROGRAMS, type ClientProgram } from '#contract/clientProgram.ts'
import { awaitsSecondFactor } from '#contract/entities/secondFactor.ts'
import type { RequestHeader, ResponseHeader } from '#contract/header.ts'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import {
  AUTHORIZED,
  INVALID_SESSION,
  OK,
  type ResponseCode,
  SECOND_FACTOR_NOT_SHOWN,
} from '#contract/responseCodes.ts'
import { claimIdempotencyKey, storeFirstAnswer } from '#db/accounts/idempotentRequests.ts'
import { hasExpired, liveSession, touchSession } from '#db/accounts/sessions.ts'
import type { Context } from '#server/context.ts'
import { hasCardNumber } from '#server/http/cardNumberDetector.ts'
import type { AnonymousCaller, AuthenticatedCaller, Handler } from '#server/http/defineHandler.ts'
import { CrossSiteError, Refusal, refuse, sessionOver } from '#server/http/errors.ts'
import { take } from '#server/http/limits.ts'
import { traceRefusal } from '#server/http/refusalTrace.ts'
import { boundBinder, PROGRAM_NAMES, type SessionCookies } from '#server/http/sessionCookies.ts'
import { isOperator, isTouchDue, secondFactorOf, sessionEnd } from '#server/http/sessionLifetime.ts'
import { sha256 } from '#server/http/sha256.ts'
import { updatedReferenceLists } from '#server/http/updatedReferenceLists.ts'

/** A call as received: nothing in it has been checked. */
export interface IncomingCall
  extends Pick<
      AnonymousCaller,
      'address' | 'browser' | 'webView' | 'userAgent' | 'assertConnected'
    >,
    SessionCookies {
  /** Sets the cookies of a program's session; null clears them. */
  bind: (program: ClientProgram, binder: string | null) => void
  remember: (program: ClientProgram, device: string) => void
  body: unknown
  log: FastifyBaseLogger
}

/** What a handler answered, and the number of the first answer when this one repeats it. */
interface Outcome {
  fields: object
  rrn?: string | undefined
}

/** An answer: its header and the fields of its contract. */
interface Envelope {
  responseHeader: ResponseHeader
  [field: string]: unknown
}

/**
 * Answers one call. The checks run in this order: header, session, roles, second factor, fields, card
 * numbers, repeated request, limits; then the handler.
 * @throws an error of `errors.ts` that is no `Refusal`, or a defect
 */
export async function handleCall(
  context: Context,
  handler: Handler,
  call: IncomingCall,
): Promise<Envelope> {
  let header: RequestHeader | undefined
  try {
    header = readHeader(handler, call)
    const { fields, rrn } = await runHandler(context, handler, call, header)
    return await envelope(context, header, { code: OK, message: AUTHORIZED, rrn }, fields)
  } catch (error) {
    await traceRefusal(context, { ...call, call: handler.contract.name }, error)
    if (!(error instanceof Refusal)) throw error
    return await envelope(context, header, error, {})
  }
}

function readHeader({ contract }: Handler, call: IncomingCall): RequestHeader {
  // Without a header there is no session either, which is what a caller has to mend first.
  if (contract.access !== 'open' && !hasHeader(call.body)) throw sessionOver()
  const read = safeParse(RequestEnvelope, call.body)
  if (!read.success) throw refuse(sentence(read.error.issues[0], call.body), 'invalid_request')
  return read.data.requestHeader
}

function hasHeader(body: unknown): boolean {
  const { requestHeader } = (body ?? {}) as { requestHeader?: unknown }
  return typeof requestHeader === 'object' && requestHeader !== null
}

async function runHandler(
  context: Context,
  handler: Handler,
  call: IncomingCall,
  header: RequestHeader,
): Promise<Outcome> {
  const { contract } = handler
  const program = programOf(header)
  const anonymous: AnonymousCaller = {
    ...call,
    header,
    limits: handler.limits,
    bind: (binder) => call.bind(program, binder),
    device: call.deviceOf(program),
    remember: (device) => call.remember(program, device),
  }
  const caller =
    contract.access === 'open' ? anonymous : await authenticate(context, call, anonymous)
  if (contract.access !== 'open') authorize(handler, caller as AuthenticatedCaller)
  const read = safeParse(contract.request, call.body)
  if (!read.success) throw refuse(sentence(read.error.issues[0], call.body), 'invalid_request')
  if (containsNul(read.data))
    throw refuse('Tu pedido tiene caracteres que no podemos guardar.', 'invalid_request')
  refuseCardNumbers(header, read.data)
  call.assertConnected()
  const work = async () => {
    for (const limit of handler.limits)
      if (limit.taken === 'before') await take(context, caller, limit)
    return await handler.work(context, read.data, caller as never)
  }
  if (!contract.changes) return { fields: await work() }
  // The contract fixes the order of the fields; the header of a repeat is built anew.
  const body = JSON.stringify([contract.name, read.data])
  return await onceOnly(context, caller as AuthenticatedCaller, sha256(body), work)
}

/**
 * PCI DSS SAQ A: no card number may reach a handler, the database or the log. Only what the contract
 * keeps is searched; the audit number and the token are generated and may have any digits.
 */
function refuseCardNumbers(header: RequestHeader, fields: object): void {
  const { auditNumber: _, userSessionToken: __, ...typed } = header
  if (hasCardNumber(fields) || hasCardNumber(typed))
    throw refuse(
      'No mandes números de tarjeta: los datos de la tarjeta se cargan solo en la pasarela.',
      'card_number',
    )
}

/** The program that calls, as it says: it only chooses the names of the cookies that a login sets. */
const programOf = ({ netDescription }: RequestHeader): ClientProgram =>
  PROGRAM_NAMES.find((program) => CLIENT_PROGRAMS[program].netDescription === netDescription) ??
  'app'

function authorize({ contract }: Handler, { roles, secondFactor }: AuthenticatedCaller): void {
  const { access, beforeSecondFactor } = contract
  if (Array.isArray(access) && !roles.some((role) => access.includes(role)))
    throw refuse('Tu usuario no tiene permiso para hacer esto.', 'role_missing')
  // S9: a session that awaits its second factor, or shows it no more, makes no other call.
  const ofRoles = roles.map((code) => ({ code }))
  if (!beforeSecondFactor && awaitsSecondFactor(secondFactor, ofRoles))
    throw refuse(SECOND_FACTOR_NOT_SHOWN, 'second_factor_missing')
}

async function authenticate(
  context: Context,
  call: IncomingCall,
  anonymous: AnonymousCaller,
): Promise<AuthenticatedCaller> {
  const token = anonymous.header.userSessionToken
  const now = context.now()
  const sessionHash = sha256(token)
  const session = token ? await liveSession(context.db, sessionHash, now) : undefined
  if (!session) {
    const isEnded = token !== '' && !(await hasExpired(context.db, sessionHash))
    throw sessionOver(isEnded ? 'session_ended' : undefined)
  }
  const { roles, seenAt, createdAt } = session
  // The stored expiry may be of roles that the person had then. An operator's session is bound.
  if (sessionEnd(roles, seenAt, createdAt) <= now || (isOperator(roles) && !session.binderHash))
    throw sessionOver()
  let { bind } = anonymous
  if (session.binderHash) {
    const binder = boundBinder(call, session.binderHash)
    // A client that keeps no cookies and has never shown the factor learns what is missing: its session
    // has no rights to lose.
    if (call.binders.length === 0 && session.secondFactorAt === null && isOperator(roles))
      throw refuse(SECOND_FACTOR_NOT_SHOWN, 'second_factor_missing')
    // A token taken out of its browser is refused without the binder cookie.
    if (!binder) throw sessionOver()
    if (!binder.sameSite) throw new CrossSiteError()
    // Renewing or ending the session concerns the cookies that it came with.
    bind = (fresh) => call.bind(binder.program, fresh)
  }
  const end = sessionEnd(roles, now, createdAt)
  if (isTouchDue(roles, seenAt, now) && !(await touchSession(context.db, sessionHash, now, end)))
    throw sessionOver()
  return {
    ...anonymous,
    bind,
    personId: session.personId,
    roles,
    sessionHash,
    signedInAt: createdAt,
    secondFactor: secondFactorOf(session, now),
  }
}

/**
 * P7: one effect and one answer for one request. A repeat that arrives while the first is still
 * running (or after a crash cut it off) runs the handler again: every handler that changes something
 * is safe to repeat, and both requests get the answer that was stored first.
 */
async function onceOnly(
  context: Context,
  caller: AuthenticatedCaller,
  bodyHash: Buffer,
  work: () => Promise<object>,
): Promise<Outcome> {
  const { sessionHash, header } = caller
  const first = await claimIdempotencyKey(context.db, {
    sessionHash,
    auditNumber: header.auditNumber,
    bodyHash,
    at: context.now(),
  })
  if (first && !first.bodyHash.equals(bodyHash))
    throw refuse('Ese número de auditoría ya se usó para otro pedido.', 'audit_number_reused')
  if (first?.answer) return unwrap(first.answer)
  let outcome: object
  let secret = {}
  try {
    const { userSessionToken, ...fields } = (await work()) as { userSessionToken?: string }
    // A session token is answered once and stored nowhere.
    if (userSessionToken !== undefined) secret = { userSessionToken }
    outcome = { fields, rrn: await context.rrn() }
  } catch (error) {
    // The refusal of a session that ended meanwhile is not stored: its repeat fails authentication.
    if (!(error instanceof Refusal) || error.code === INVALID_SESSION) throw error
    const { code, message, reason } = error
    outcome = { code, sentence: message, reason, rrn: await context.rrn() }
  }
  const stored = await storeFirstAnswer(context.db, sessionHash, header.auditNumber, outcome)
  const { fields, rrn } = unwrap(stored)
  return { fields: { ...fields, ...secret }, rrn }
}

function unwrap(stored: unknown): Outcome {
  const outcome = stored as { fields?: object; sentence: string } & Omit<Refusal, 'message'>
  const { fields, code, sentence, reason, rrn } = outcome
  if (fields) return { fields, rrn }
  throw new Refusal(code, sentence, reason, rrn)
}

/** Wraps an answer in its common header. */
export async function envelope(
  context: Context,
  header: RequestHeader | undefined,
  outcome: Pick<Refusal, 'message'> & {
    code: ResponseCode
    reason?: RefusalReason | undefined
    rrn?: string | undefined
  },
  fields: object,
): Promise<Envelope> {
  const { code, message, reason } = outcome
  return {
    responseHeader: {
      responseCode: code,
      responseDescription: message,
      ...(reason && { reason }),
      rrn: outcome.rrn ?? (await context.rrn()),
      updatedData: code === OK && header ? updatedReferenceLists(header.lastUpdateData) : null,
    },
    ...fields,
  }
}

/**
 * The header of a call that was refused before its pipeline, with an HTTP status of its own; none while
 * no number can be reserved.
 */
export const refusedCall = (context: Context, refusal: Refusal): Promise<Partial<Envelope>> =>
  envelope(context, undefined, refusal, {}).catch(() => ({}))

/** The sentence of a failed validation: the contract's own, or one that names the field. */
function sentence(
  issue: { message: string; path: PropertyKey[] } | undefined,
  body: unknown,
): string {
  if (issue && !/^Invalid input|^Unrecognized/.test(issue.message)) return issue.message
  const path = issue?.path ?? []
  if (path.length === 0) return 'El mensaje no trae un encabezado válido.'
  const field = `«${path.join('.')}»`
  const given = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)[key], body)
  return given === undefined || given === null
    ? `Falta ${field}.`
    : `${field} no tiene la forma esperada.`
}

/** NUL is the one character that PostgreSQL stores in no text: a value with it would fail there. */
const containsNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.values(value).some(containsNul)
