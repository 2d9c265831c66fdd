import * as z from 'zod/mini'
import {
  type AnswerOf,
  type CallContract,
  onlyShows,
  pathOf,
  type RequestOf,
} from '#contract/call.ts'
import { CLIENT_PROGRAMS, type ClientProgram } from '#contract/clientProgram.ts'
import {
  CONTRACT_VERSION_HEADER,
  REQUEST_TIMEOUT,
  ResponseHeader,
  requestHeader,
} from '#contract/header.ts'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import type { DeviceInfo } from '#contract/requestHeader.ts'
import { INVALID_SESSION, OK } from '#contract/responseCodes.ts'
import { ApiError, noAnswer, toApiError, transportError, unprocessable } from '#kit/api/apiError.ts'
import {
  type KeyValueStorage,
  lastUpdate,
  storeReferenceLists,
} from '#kit/api/referenceListCache.ts'
import { repeatCall } from '#kit/api/repeatCall.ts'

/** The session's token and the user's e-mail, both empty without a session. */
interface Caller {
  token: string
  user: string
}

/** The unchecked JSON of an answer. */
export interface ReceivedAnswer {
  body: unknown
  /** The contracts of the server that sent it, as `CONTRACT_VERSION` names them; null when it does not. */
  contractVersion: string | null
}

/** Answers a call without the server; undefined: the call is sent. */
export type Mock = (contract: CallContract) => Promise<object | undefined>

/** The functions that the client takes from its program and the browser. */
export interface ApiClientOptions {
  /** Address before `{group}/process/{name}`, ending in a slash. */
  base: string
  /** The calling program, by default the app; its session has cookies of its own. */
  clientProgram?: ClientProgram
  /** `a` Android, `i` iOS, `b` browser. */
  platform: 'a' | 'i' | 'b'
  now: () => Date
  /** A number from 0 to below 1. */
  random: () => number
  /** `document.cookie`, for the XSRF double submit. */
  cookies: () => string
  /** Stores the reference lists of `updatedData`. */
  referenceStorage: KeyValueStorage
  caller: () => Caller
  /** Runs when the server answers 88 to this token. */
  onInvalidSession: (token: string, reason?: RefusalReason) => void
  /** Runs when the server asks this token's session for its second factor, again after twelve hours. */
  onSecondFactorDue?: (token: string) => void
  /** Runs when an answer renews the token of its session; the old one is invalid from then on. */
  onRenewedToken?: (old: string, fresh: string) => void
  /** Receives the `Date` header of every HTTP answer, also of errors. */
  onServerDate?: (date: string | null) => void
  mock?: Mock
  /** The unchecked answer to a call that the page sent before its script was loaded; undefined: it sent none. */
  earlyAnswer?: (contract: CallContract, params: object) => Promise<ReceivedAnswer> | undefined
  /** Milliseconds until a call without an answer fails. */
  timeout?: number
}

export interface CallOptions {
  /** Replaces `ApiClientOptions.caller`, for the calls that start a session. */
  as?: Caller
  /** The device, at login. */
  additionalData?: z.infer<typeof DeviceInfo>
  signal?: AbortSignal
  /** The call is not repeated by itself. */
  once?: boolean
}

/**
 * Sends a call, also again while the server does not answer, and returns its answer, checked against the
 * contract. Every try has the same body, and so the same audit number.
 * @throws ApiError for every response code but 00, and for every error of transport
 */
export type Call = <S extends CallContract>(
  contract: S,
  params: RequestOf<S>,
  options?: CallOptions,
) => Promise<AnswerOf<S>>

/**
 * Milliseconds for which a changing call without an answer is repeated with the same body: less than
 * the life of what it opens (a payment token).
 */
const IDEMPOTENCY_WINDOW = 5 * 60_000

/** The client of the API. The only place in the browser that calls `fetch`. */
export function createApiClient(options: ApiClientOptions): Call {
  /** Bodies of the changing calls whose outcome is unknown: a repeat is sent with the same body, and so the same idempotency key. */
  const unanswered = new Map<string, { body: string; at: number }>()

  return async (contract, params, callOptions = {}) => {
    const caller = callOptions.as ?? options.caller()
    const mocked = await options.mock?.(contract)
    if (mocked) return checkAnswer(contract, mocked)

    const newBody = () => {
      const header = requestHeader({
        now: options.now(),
        random: options.random(),
        platform: options.platform,
        ...caller,
        lastUpdate: lastUpdate(options.referenceStorage),
        netDescription: CLIENT_PROGRAMS[options.clientProgram ?? 'app'].netDescription,
      })
      const { additionalData = null } = callOptions
      return JSON.stringify({ requestHeader: { ...header, additionalData }, ...params })
    }
    const { once = false, signal } = callOptions
    const send = (body: string, early?: Promise<ReceivedAnswer>) => {
      let first = early?.catch(rewrapError)
      const tryOnce = () => {
        const answer = first ?? post(options, contract, body, signal)
        first = undefined
        return readAnswer(options, contract, answer, caller)
      }
      return once ? tryOnce() : repeatCall(tryOnce, options.random, signal)
    }
    if (!contract.changes) return await send(newBody(), options.earlyAnswer?.(contract, params))

    const key = JSON.stringify([contract.name, caller.token, params])
    const now = options.now().getTime()
    const earlier = unanswered.get(key)
    const isRepeat = earlier !== undefined && now - earlier.at < IDEMPOTENCY_WINDOW
    const { body, at } = isRepeat ? earlier : { body: newBody(), at: now }
    unanswered.set(key, { body, at })
    try {
      const answer = await send(body)
      unanswered.delete(key)
      return answer
    } catch (error) {
      if (error instanceof ApiError && !error.outcomeUnknown) unanswered.delete(key)
      throw error
    }
  }
}

/** The envelope of an answer. The answer is valid also when its reference lists cannot be read. */
const Envelope = z.looseObject({
  responseHeader: z.extend(ResponseHeader, { updatedData: z.optional(z.unknown()) }),
})

async function readAnswer<S extends CallContract>(
  options: ApiClientOptions,
  contract: S,
  answer: Promise<ReceivedAnswer>,
  caller: Caller,
): Promise<AnswerOf<S>> {
  const { body, contractVersion } = await answer
  const envelope = Envelope.safeParse(body)
  if (!envelope.success) throw unprocessable(body)
  const { responseCode, responseDescription, updatedData, ...header } = envelope.data.responseHeader
  storeReferenceLists(options.referenceStorage, updatedData, options.now())
  if (responseCode === OK) {
    const { responseHeader: _, userSessionToken: renewed, ...fields } = envelope.data
    if (caller.token && typeof renewed === 'string') options.onRenewedToken?.(caller.token, renewed)
    return mayBeTaken(contract, contractVersion)
      ? (fields as AnswerOf<S>)
      : checkAnswer(contract, envelope.data)
  }
  const reason = header.reason as RefusalReason | undefined
  if (responseCode === INVALID_SESSION) options.onInvalidSession(caller.token, reason)
  if (reason === 'second_factor_missing') options.onSecondFactorDue?.(caller.token)
  throw new ApiError(responseCode, responseDescription, { reason })
}

/**
 * Sends one call.
 * @throws ApiError when there is no answer, its status is outside 200-299, or it is not JSON
 */
export async function post(
  options: Pick<
    ApiClientOptions,
    'base' | 'clientProgram' | 'cookies' | 'onServerDate' | 'timeout'
  >,
  contract: Pick<CallContract, 'group' | 'name'>,
  body: string,
  signal?: AbortSignal,
): Promise<ReceivedAnswer> {
  const xsrf = xsrfToken(options)
  const timeout = AbortSignal.timeout(options.timeout ?? REQUEST_TIMEOUT)
  try {
    const response = await fetch(`${options.base}${pathOf(contract)}`, {
      method: 'POST',
      body,
      credentials: 'same-origin',
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        ...(xsrf ? { 'X-XSRF-TOKEN': decodeURIComponent(xsrf) } : {}),
      },
      signal: signal ? firstOf(signal, timeout) : timeout,
    })
    options.onServerDate?.(response.headers.get('Date'))
    if (!response.ok)
      throw transportError(
        response.status,
        await response.json().catch(() => undefined),
        Number(response.headers.get('Retry-After')) || undefined,
      )
    return {
      body: JSON.parse(await response.text()),
      contractVersion: response.headers.get(CONTRACT_VERSION_HEADER),
    }
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error
    if (timeout.aborted) throw noAnswer('timeout')
    throw error instanceof SyntaxError ? unprocessable() : toApiError(error)
  }
}

/** A replacement of `AbortSignal.any`, which the oldest supported browsers lack (docs/browsers.md). */
function firstOf(...signals: AbortSignal[]): AbortSignal {
  const first = new AbortController()
  for (const signal of signals) {
    const abort = () => first.abort(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { signal: first.signal })
  }
  return first.signal
}

function xsrfToken({
  clientProgram = 'app',
  cookies,
}: Pick<ApiClientOptions, 'clientProgram' | 'cookies'>) {
  const name = `${CLIENT_PROGRAMS[clientProgram].xsrfCookie}=`
  const cookie = cookies()
    .split(/;\s*/)
    .find((one) => one.startsWith(name))
  return cookie?.slice(name.length)
}

/** Whether an answer of the server's is taken without a check, which takes a slow phone longer than drawing it. */
const mayBeTaken = (contract: CallContract, contractVersion: string | null): boolean =>
  onlyShows(contract) && contractVersion === import.meta.env.CONTRACT_VERSION

function checkAnswer<S extends CallContract>(contract: S, answer: object): AnswerOf<S> {
  const parsed = contract.response.safeParse(answer)
  if (parsed.success) return parsed.data as AnswerOf<S>
  console.error(`La respuesta de ${contract.name} no es la prometida`, parsed.error)
  throw unprocessable()
}

/** The inline script that sent the early call has its own copy of ApiError, which `instanceof` does not recognise. */
function rewrapError({ code, message, ...flags }: ApiError): never {
  throw new ApiError(code, message, flags)
}
