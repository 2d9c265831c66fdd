import type { FastifyBaseLogger } from 'fastify'
import { safeParse } from 'zod/mini'
import type { CallContract } from '#contract/call.ts'
import { CLIENT_PROGRAMS, type ClientProgram } from '#contract/clientProgram.ts'
import { awaitsSecondFactor } from '#contract/entities/secondFactor.ts'
import { hasCardNumber } from '#contract/fields/cardNumber.ts'
import { cleanTexts } from '#contract/fields/cleanText.ts'
import type { ResponseHeader } from '#contract/header.ts'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import type { RequestHeader } from '#contract/requestHeader.ts'
import { RequestEnvelope } from '#contract/requestHeader.ts'
import {
  AUTHORIZED,
  INVALID_SESSION,
  OK,
  type ResponseCode,
  SECOND_FACTOR_NOT_SHOWN,
} from '#contract/responseCodes.ts'
import type { IdempotencyKey } from '#db/accounts/idempotentRequests.ts'
import type { Db } from '#db/core/db.ts'
import type { Context } from '#server/context.ts'
import { authenticate, type CookiesOfCall, sessionOfReplaced } from '#server/http/authenticate.ts'
import { answerOnce, type Outcome, storedOutcome } from '#server/http/callTransaction.ts'
import type {
  AnonymousCaller,
  AuthenticatedCaller,
  Handler,
  TerminalCaller,
} from '#server/http/defineHandler.ts'
import { Refusal, refuse, sessionOver } from '#server/http/errors.ts'
import { take } from '#server/http/limits.ts'
import { traceRefusal } from '#server/http/refusalTrace.ts'
import { PROGRAM_NAMES } from '#server/http/sessionCookies.ts'
import { sha256 } from '#server/http/sha256.ts'
import { type Signature, verifySignature } from '#server/http/terminalSignature.ts'
import { updatedReferenceLists } from '#server/http/updatedReferenceLists.ts'

/** A call as received: nothing in it has been checked. */
export interface IncomingCall
  extends Pick<
      AnonymousCaller,
      'address' | 'browser' | 'webView' | 'userAgent' | 'assertConnected'
    >,
    Pick<TerminalCaller, 'message'>,
    CookiesOfCall {
  remember: (program: ClientProgram, device: string) => void
  body: unknown
  log: FastifyBaseLogger
}

/** An answer: its header and the fields of its contract. */
interface Envelope {
  responseHeader: ResponseHeader
  [field: string]: unknown
}

/**
 * Answers one call. The checks run in this order: a terminal's signature, header, session, roles,
 * second factor, fields, card numbers, repeated request, limits; then the handler.
 * @throws an error of `errors.ts` that is no `Refusal`, or a defect
 */
export async function handleCall(
  context: Context,
  handler: Handler,
  call: IncomingCall,
): Promise<Envelope> {
  let header: RequestHeader | undefined
  try {
    const isSigned = handler.contract.access === 'terminal'
    const signature = isSigned ? await verifySignature(context, call.message) : undefined
    header = readHeader(handler, call)
    const received = { header, signature }
    const { fields, rrn } = await runHandler(context, handler, call, received).catch(
      (error: unknown) => repeatedOutcome(context, handler, call, { ...received, error }),
    )
    return await envelope(context, header, { code: OK, message: AUTHORIZED, rrn }, fields)
  } catch (error) {
    await traceRefusal(context, { ...call, call: handler.contract.name }, error)
    if (!(error instanceof Refusal)) throw error
    return await envelope(context, header, error, {})
  }
}

function readHeader({ contract }: Handler, call: IncomingCall): RequestHeader {
  // Without a header there is no session either, which is what a caller has to mend first.
  const needsSession = contract.access !== 'open' && contract.access !== 'terminal'
  if (needsSession && !hasHeader(call.body)) throw sessionOver()
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
  { header, signature }: { header: RequestHeader; signature: Signature | undefined },
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
  const caller = signature
    ? terminalCaller(anonymous, call, signature)
    : contract.access === 'open'
      ? anonymous
      : await authenticate(context, call, anonymous, contract)
  if (!signature && contract.access !== 'open') authorize(handler, caller as AuthenticatedCaller)
  const read = safeParse(contract.request, cleanBody(call))
  if (!read.success) throw refuse(sentence(read.error.issues[0], call.body), 'invalid_request')
  if (containsNul(read.data))
    throw refuse('Tu pedido tiene caracteres que no podemos guardar.', 'invalid_request')
  refuseCardNumbers(header, read.data)
  if (signature) refuseCardNumbers(header, signedParameters(call, signature))
  call.assertConnected()
  const takeLimits = async () => {
    for (const limit of handler.limits)
      if (limit.taken === 'before') await take(context, caller, limit)
  }
  if (contract.changes) {
    const callerId = signature?.key.terminalId ?? (caller as AuthenticatedCaller).sessionId
    const key = keyOf(contract, callerId, header, read.data)
    const work = { handler, fields: read.data, caller }
    const outcome = await answerOnce(context, work, key, takeLimits)
    if (outcome.binder !== undefined) caller.bind(outcome.binder)
    return outcome
  }
  await takeLimits()
  const answer = (reads: Db) =>
    handler.work(context, read.data, caller as never, { reads } as never)
  if (!context.replica || !contract.mayBeStale) return { fields: await answer(context.db) }
  const { personId } = caller as AuthenticatedCaller
  return { fields: await context.replica.read(context.db, personId, answer) }
}

/** JSON of printable ASCII, without escaped characters, has nothing to clean. */
const CLEAN = /^(?:[\t\n\r -[\]-~]|\\["\\/bfnrt])*$/
const cleanBody = ({ body, message }: IncomingCall): unknown =>
  CLEAN.test(message.text) ? body : cleanTexts(body)

/** The contract fixes the order of the fields; the header of a repeat is built anew. */
const keyOf = (
  { name }: CallContract,
  callerId: string,
  { auditNumber }: RequestHeader,
  fields: object,
): IdempotencyKey => ({ callerId, auditNumber, bodyHash: sha256(JSON.stringify([name, fields])) })

/**
 * The stored answer of a request that was answered before its session's token was renewed, or by renewing it:
 * its repeat comes with the replaced token, which gives nothing else.
 * @throws `error` when there is none
 */
async function repeatedOutcome(
  context: Context,
  { contract }: Handler,
  call: IncomingCall,
  { header, error }: { header: RequestHeader; error: unknown },
): Promise<Outcome> {
  if (!(contract.changes && error instanceof Refusal && error.code === INVALID_SESSION)) throw error
  const session = await sessionOfReplaced(context, call, header)
  const read = safeParse(contract.request, cleanBody(call))
  if (!session || !read.success) throw error
  const key = keyOf(contract, session.sessionId, header, read.data)
  const outcome = await storedOutcome(context, key)
  if (!outcome) throw error
  if (outcome.binder !== undefined) session.bind(outcome.binder)
  return outcome
}

function terminalCaller(
  anonymous: AnonymousCaller,
  { message }: IncomingCall,
  { key, nonce, ...times }: Signature,
): TerminalCaller {
  if (nonce !== anonymous.header.auditNumber)
    throw refuse('El nonce de la firma no es el número de auditoría.', 'nonce_differs')
  const { publicKey: _, ...terminal } = key
  return { ...anonymous, ...terminal, ...times, message }
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

/** What is stored of a signature but its nonce, which is generated as an audit number is. */
const signedParameters = ({ message }: IncomingCall, { nonce }: Signature) => ({
  input: String(message.headers['signature-input']).replaceAll(`"${nonce}"`, ''),
})

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
      updatedData:
        code === OK && header ? await updatedReferenceLists(context, header.lastUpdateData) : null,
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
