import { hash, timingSafeEqual } from 'node:crypto'
import { safeParse } from 'zod/mini'
import {
  AUTHORIZED,
  DENIED,
  INVALID_SESSION,
  OK,
  SECOND_FACTOR_NOT_SHOWN,
  SESSION_OVER,
} from '#contract/responseCodes.ts'
import { APP_NET, type RequestHeader, type ResponseHeader } from '#contract/header.ts'
import { RequestEnvelope } from '#contract/service.ts'
import { liveSession, touchSession } from '#db/accounts/sessions.ts'
import { claimIdempotencyKey, storeFirstAnswer } from '#db/accounts/idempotentRequests.ts'
import { containsCardNumber } from '#server/http/cardNumberDetector.ts'
import type { Context } from '#server/context.ts'
import { updatedReferenceLists } from '#server/http/updatedReferenceLists.ts'
import type { AuthenticatedCaller, Handler, AnonymousCaller } from '#server/http/defineHandler.ts'
import { CrossSiteError, Refusal, refuse } from '#server/http/errors.ts'

/** A call as it came off the wire, before anything in it is believed. */
export interface IncomingCall extends Omit<AnonymousCaller, 'header'> {
  /** The body's own text: what makes two requests the same. */
  text: string
  body: unknown
  /** The binder cookie, if the browser sent one. */
  binder: string | undefined
  /** Whether the XSRF cookie and header agree. */
  sameSite: boolean
}
export interface Envelope {
  responseHeader: ResponseHeader
  [field: string]: unknown
}

/** A session lives this long after its last use, and this long after its login whatever its use. */
const SESSION_DAYS = 30
const LONGEST_SESSION_DAYS = 90
const daysAfter = (instant: Date, days: number) => instant.getTime() + days * 86_400_000
/** When a session that is used now ends. */
export const sessionEnd = (now: Date, signedInAt = now) =>
  new Date(Math.min(daysAfter(now, SESSION_DAYS), daysAfter(signedInAt, LONGEST_SESSION_DAYS)))
/** How often a used session's expiry is written: not at every call. */
const TOUCH_EVERY = 3_600_000

export const sha256 = (text: string) => hash('sha256', text, 'buffer')

/** A session's token, or its browser's half: 256 bits that no database keeps. */
export const newToken = (random: Context['random']) => random(32).toString('base64url')

/** Answers one call: header, session, roles, fields, repeat, work, in that order. */
export async function handleCall(
  context: Context,
  handler: Handler,
  question: IncomingCall,
): Promise<Envelope> {
  let header: RequestHeader | undefined
  try {
    header = readHeader(question)
    const fields = await attempt(context, handler, question, header)
    return await envelope(context, header, OK, AUTHORIZED, fields)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return await envelope(context, header, error.code, error.message, {})
  }
}

function readHeader(question: IncomingCall): RequestHeader {
  const read = safeParse(RequestEnvelope, question.body)
  if (!read.success) throw refuse(DENIED, sentence(read.error.issues[0], question.body))
  const { netId, auditNumber, userSessionToken } = read.data.requestHeader
  if (netId !== APP_NET.netId) throw refuse(DENIED, 'La red que llama no está registrada.')
  if (containsCardNumber(asRead(question), [auditNumber, userSessionToken]))
    throw refuse(
      DENIED,
      'No mandes números de tarjeta: los datos de la tarjeta se cargan solo en la pasarela.',
    )
  return read.data.requestHeader
}

/** As it is read, not as it was written: a digit may come as its code, a number with an exponent. */
const asRead = ({ text, body }: IncomingCall): string =>
  /\\|[:,[]\s*-?\d[\d.]*[eE]/.test(text) ? JSON.stringify(body) : text

async function attempt(
  context: Context,
  handler: Handler,
  question: IncomingCall,
  header: RequestHeader,
): Promise<object> {
  const { contract } = handler
  const { address, browser, bind, device, remember } = question
  const visitor: AnonymousCaller = { header, address, browser, bind, device, remember }
  const caller =
    contract.access === 'open' ? visitor : await authenticate(context, question, visitor)
  if (
    Array.isArray(contract.access) &&
    !(caller as AuthenticatedCaller).roles.some((role) => contract.access.includes(role))
  )
    throw refuse(DENIED, 'Tu usuario no tiene permiso para hacer esto.')
  if (contract.secondFactor && !(caller as AuthenticatedCaller).secondFactor)
    throw refuse(DENIED, SECOND_FACTOR_NOT_SHOWN)
  const read = safeParse(contract.request, question.body)
  if (!read.success) throw refuse(DENIED, sentence(read.error.issues[0], question.body))
  if (holdsNul(read.data))
    throw refuse(DENIED, 'Tu pedido tiene caracteres que no podemos guardar.')
  const work = () => handler.work(context, read.data, caller as never)
  return contract.changes
    ? await once(context, question, caller as AuthenticatedCaller, work)
    : await work()
}

async function authenticate(
  context: Context,
  question: IncomingCall,
  visitor: AnonymousCaller,
): Promise<AuthenticatedCaller> {
  const token = visitor.header.userSessionToken
  const now = context.now()
  const sessionHash = sha256(token)
  const session = token ? await liveSession(context.db, sessionHash, now) : undefined
  if (!session) throw refuse(INVALID_SESSION, SESSION_OVER)
  if (session.binderHash) {
    // The token alone, out of its browser, opens nothing.
    if (!question.binder || !timingSafeEqual(sha256(question.binder), session.binderHash))
      throw refuse(INVALID_SESSION, SESSION_OVER)
    if (!question.sameSite) throw new CrossSiteError()
  }
  if (now.getTime() - session.seenAt.getTime() > TOUCH_EVERY)
    await touchSession(context.db, sessionHash, now, sessionEnd(now, session.createdAt))
  return {
    ...visitor,
    personId: session.personId,
    roles: session.roles,
    sessionHash,
    signedInAt: session.createdAt,
    secondFactor: session.secondFactorAt !== null,
  }
}

/**
 * P7: one effect and one answer for one request. A repeat that finds the first still at work (or
 * cut off by a crash) works again: every handler that changes something is safe to repeat, and
 * both get the answer that was kept first.
 */
async function once(
  context: Context,
  question: IncomingCall,
  caller: AuthenticatedCaller,
  work: () => Promise<object>,
): Promise<object> {
  const { sessionHash, header } = caller
  const bodyHash = sha256(question.text)
  const first = await claimIdempotencyKey(context.db, {
    sessionHash,
    auditNumber: header.auditNumber,
    bodyHash,
    at: context.now(),
  })
  if (first && !first.bodyHash.equals(bodyHash))
    throw refuse(DENIED, 'Ese número de auditoría ya se usó para otro pedido.')
  if (first?.answer) return unwrap(first.answer)
  let outcome: object
  let secret = {}
  try {
    const { userSessionToken, ...fields } = (await work()) as { userSessionToken?: string }
    // What lets somebody in is told once and kept nowhere.
    if (userSessionToken !== undefined) secret = { userSessionToken }
    outcome = { fields }
  } catch (error) {
    // A session that ended meanwhile is no answer: its repeat is turned away at the door.
    if (!(error instanceof Refusal) || error.code === INVALID_SESSION) throw error
    outcome = { code: error.code, sentence: error.message }
  }
  const kept = await storeFirstAnswer(context.db, sessionHash, header.auditNumber, outcome)
  return { ...unwrap(kept), ...secret }
}
function unwrap(kept: unknown): object {
  const outcome = kept as { fields?: object; code: Refusal['code']; sentence: string }
  if (outcome.fields) return outcome.fields
  throw refuse(outcome.code, outcome.sentence)
}

async function envelope(
  context: Context,
  header: RequestHeader | undefined,
  responseCode: string,
  responseDescription: string,
  fields: object,
): Promise<Envelope> {
  const updatedData =
    responseCode === OK && header ? updatedReferenceLists(header.lastUpdateData) : null
  return {
    responseHeader: { responseCode, responseDescription, rrn: await context.rrn(), updatedData },
    ...fields,
  }
}

/** Our own sentences pass as they are; where a contract has none, the field is named. */
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

/** The one character that PostgreSQL keeps in no text: a question that carries it would fail there. */
const holdsNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.values(value).some(holdsNul)
