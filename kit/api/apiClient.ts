import type * as z from 'zod/mini'
import { INVALID_SESSION, OK } from '#contract/responseCodes.ts'
import {
  type DeviceInfo,
  type RequestHeader,
  requestHeader,
  REQUEST_TIMEOUT,
} from '#contract/header.ts'
import {
  type AnswerOf,
  pathOf,
  type RequestOf,
  ResponseEnvelope,
  type Service,
} from '#contract/service.ts'
import { ApiError, transportError, unprocessable } from '#kit/api/apiError.ts'
import {
  storeReferenceLists,
  lastUpdate,
  type KeyValueStorage,
} from '#kit/api/referenceListCache.ts'

/** Who calls: the session's token and the person's e-mail, both empty when nobody is signed in. */
export interface Caller {
  token: string
  user: string
}

/** Answers a call without the server, or steps aside with undefined. */
export type Mock = (service: Service) => Promise<object | undefined>

/** Everything outside that a call needs. */
export interface ApiClientOptions {
  /** Address before `{group}/process/{service}`, ending in a slash. */
  base: string
  /** `a` Android, `i` iOS, `b` browser. */
  platform: 'a' | 'i' | 'b'
  now: () => Date
  /** A number from 0 to below 1. */
  random: () => number
  /** `document.cookie`, for the XSRF double submit. */
  cookies: () => string
  /** Where the reference lists of `updatedData` stay. */
  shelf: KeyValueStorage
  caller: () => Caller
  /** The server answered 88 to this token. */
  sessionOver: (token: string) => void
  /** Told the `Date` of every answer that came, good or bad. */
  serverDate?: (date: string | null) => void
  mock?: Mock
  /** The answer of a call that left before the app was there, its JSON unread; undefined: none did. */
  ahead?: (service: Service, params: object) => Promise<unknown> | undefined
  /** Milliseconds to wait for an answer. */
  timeout?: number
  /** Milliseconds before each repeat of a changing call whose answer did not arrive. */
  pauses?: readonly number[]
}

export interface CallOptions {
  /** Somebody else than the session's owner, as in the calls that make a session. */
  as?: Caller
  /** Device facts, at login. */
  additionalData?: z.infer<typeof DeviceInfo>
  signal?: AbortSignal
}

/**
 * Calls a service and gives back its checked answer.
 * @throws CallFailure for everything but 00
 */
export type Call = <S extends Service>(
  service: S,
  params: RequestOf<S>,
  options?: CallOptions,
) => Promise<AnswerOf<S>>

/** How long an unanswered request keeps its identity, in milliseconds: shorter than what it opens. */
const SAME_REQUEST = 5 * 60_000
const PAUSES = [1_000, 3_000]

/** Opens the way to the server. The only place in the browser that fetches. */
export function createApiClient(world: ApiClientOptions): Call {
  /** Changing calls whose outcome is unknown, by what they ask: asked again, they go word for word. */
  const unanswered = new Map<string, { body: string; at: number }>()

  return async (service, params, options = {}) => {
    const caller = options.as ?? world.caller()
    const mocked = await world.mock?.(service)
    if (mocked) return checked(service, mocked)

    const fresh = () =>
      JSON.stringify({ requestHeader: headerOf(world, caller, options), ...params })
    const send = (body: string) => post(world, service, body, options.signal)
    if (!service.changes) {
      const answer = world.ahead?.(service, params)?.catch(retold) ?? send(fresh())
      return read(world, service, answer, caller)
    }

    const asked = JSON.stringify([service.name, caller.token, params])
    const now = world.now().getTime()
    const earlier = unanswered.get(asked)
    const body = earlier && now - earlier.at < SAME_REQUEST ? earlier.body : fresh()
    unanswered.set(asked, { body, at: body === earlier?.body ? earlier.at : now })
    try {
      const answer = await persist(world, () => read(world, service, send(body), caller))
      unanswered.delete(asked)
      return answer
    } catch (error) {
      if (error instanceof ApiError && !error.outcomeUnknown) unanswered.delete(asked)
      throw error
    }
  }
}

function headerOf(
  world: ApiClientOptions,
  caller: Caller,
  { additionalData }: CallOptions,
): RequestHeader {
  const header = requestHeader({
    now: world.now(),
    random: world.random(),
    platform: world.platform,
    token: caller.token,
    user: caller.user,
    lastUpdate: lastUpdate(world.shelf),
  })
  return additionalData ? { ...header, additionalData } : header
}

/** Repeats what a lost connection cut; a time-out has cost a minute already and is not repeated. */
async function persist<T>(world: ApiClientOptions, attempt: () => Promise<T>): Promise<T> {
  for (const pause of world.pauses ?? PAUSES) {
    const began = world.now().getTime()
    try {
      return await attempt()
    } catch (error) {
      const cut = error instanceof ApiError && error.outcomeUnknown
      if (!cut || world.now().getTime() - began >= (world.timeout ?? REQUEST_TIMEOUT)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return attempt()
}

async function read<S extends Service>(
  world: ApiClientOptions,
  service: S,
  answer: Promise<unknown>,
  caller: Caller,
): Promise<AnswerOf<S>> {
  const body = await answer
  const envelope = ResponseEnvelope.safeParse(body)
  if (!envelope.success) throw unprocessable(body)
  const { responseCode, responseDescription, updatedData } = envelope.data.responseHeader
  storeReferenceLists(world.shelf, updatedData, world.now())
  if (responseCode === OK) return checked(service, envelope.data)
  if (responseCode === INVALID_SESSION) world.sessionOver(caller.token)
  throw new ApiError(responseCode, responseDescription)
}

/**
 * Sends one call and gives back its answer's JSON, unread.
 * @throws CallFailure when no answer came, one outside 200-299, or one that is no JSON
 */
export async function post(
  world: Pick<ApiClientOptions, 'base' | 'cookies' | 'serverDate' | 'timeout'>,
  service: Pick<Service, 'group' | 'name'>,
  body: string,
  signal?: AbortSignal,
): Promise<unknown> {
  const xsrf = /(?:^|;\s*)XSRF-TOKEN=([^;]+)/.exec(world.cookies())?.[1]
  const timeout = AbortSignal.timeout(world.timeout ?? REQUEST_TIMEOUT)
  try {
    const response = await fetch(`${world.base}${pathOf(service)}`, {
      method: 'POST',
      body,
      credentials: 'same-origin',
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        ...(xsrf ? { 'X-XSRF-TOKEN': decodeURIComponent(xsrf) } : {}),
      },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    world.serverDate?.(response.headers.get('Date'))
    if (!response.ok) throw transportError(response.status)
    return await response.json()
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error
    throw error instanceof SyntaxError ? unprocessable() : transportError(0)
  }
}

function checked<S extends Service>(service: S, answer: object): AnswerOf<S> {
  const read = service.response.safeParse(answer)
  if (read.success) return read.data as AnswerOf<S>
  console.error(`La respuesta de ${service.name} no es la prometida`, read.error)
  throw unprocessable()
}

/** What left before the app was there did so in a program of its own, whose CallFailure is not ours. */
function retold({ code, message, unprocessable }: ApiError): never {
  throw new ApiError(code, message, unprocessable)
}
