import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerOf, CallContract, RequestOf } from '#contract/call.ts'
import { CallError, client } from '#contract/client.ts'
import { CLIENT_PROGRAMS } from '#contract/clientProgram.ts'
import { REQUEST_TIMEOUT } from '#contract/header.ts'
import { DENIED, OK } from '#contract/responseCodes.ts'
import { type CallClass, type CallRecorder, increment } from '#tools/soak/callRecorder.ts'

/** Two servers behind the simplest load balancer: calls go to them in turn. */
export interface Network {
  servers: readonly [string, string]
  /** Index of the server of the next call. */
  turn: number
  /** Sent as the page's own origin, so that sessions are bound to their cookies. */
  origin: string
  /** Replaced once the callers are signed in: only the load is measured. */
  recorder: CallRecorder
}

/** The session of one browser: token, cookies, and the app's rules about repeats. */
export interface AppSession {
  /** @returns null when the call was refused (05) or not answered */
  call<S extends CallContract>(
    contract: S,
    fields: RequestOf<S>,
    options: { callClass: CallClass; dueAt?: number },
  ): Promise<AnswerOf<S> | null>
  token: string
}

/**
 * Milliseconds before each repeat of a call without a readable answer, as in the app: queries
 * (kit/api/callQueries.ts) and changing calls with the same body (kit/api/apiClient.ts). Other calls
 * are sent once.
 */
const QUERY_REPEATS = [1_000, 2_000]
const CHANGE_REPEATS = [1_000, 3_000]
const SENT_ONCE = new Set(['login', 'confirmSecondFactor'])
const repeatsOf = ({ name, changes }: CallContract): readonly number[] =>
  SENT_ONCE.has(name) ? [] : changes ? CHANGE_REPEATS : QUERY_REPEATS

class NoAnswer extends Error {}

export function createAppSession(network: Network): AppSession {
  const { servers, origin } = network
  const cookies = new Map<string, string>()

  async function post(index: number, path: string, body: string) {
    const xsrf = cookies.get(CLIENT_PROGRAMS.app.xsrfCookie)
    const response = await fetch(`${servers[index % 2]}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        origin,
        ...(cookies.size > 0 ? { cookie: cookieHeader(cookies) } : {}),
        ...(xsrf ? { 'x-xsrf-token': decodeURIComponent(xsrf) } : {}),
      },
      body,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    })
    const text = await response.text()
    storeCookies(cookies, response.headers.getSetCookie())
    return { status: response.status, text }
  }

  /** A refused connection took no request: it is sent to the other server at once, as a load balancer does. */
  async function postToOne(index: number, path: string, body: string) {
    try {
      return await post(index, path, body)
    } catch (error) {
      if (reasonOf(error) !== 'ECONNREFUSED') throw error
      increment(network.recorder.repeats, 'ECONNREFUSED')
      return await post(index + 1, path, body)
    }
  }

  async function postAsApp(contract: CallContract, path: string, body: string) {
    const repeats = repeatsOf(contract)
    const first = network.turn++
    for (let tries = 0; ; tries += 1) {
      const delay = repeats[tries]
      try {
        const answer = await postToOne(first + tries, path, body)
        if (answer.status < 500 || delay === undefined) return answer
        increment(network.recorder.repeats, `HTTP ${answer.status}`)
      } catch (error) {
        const reason = reasonOf(error)
        if (delay === undefined || reason === 'TimeoutError') throw new NoAnswer(reason)
        increment(network.recorder.repeats, reason)
      }
      await sleep(delay)
    }
  }

  const session: AppSession = {
    token: '',
    async call(contract, fields, { callClass, dueAt = performance.now() }) {
      const transport = {
        base: '/api/',
        now: () => new Date(),
        random: Math.random,
        post: (path: string, body: string) => postAsApp(contract, path, body),
      }
      const record = (code: string) =>
        network.recorder.answered(callClass, contract.name, code, performance.now() - dueAt)
      try {
        const answer = await client(transport, session.token)(contract, fields)
        record(OK)
        session.token = newTokenIn(answer) ?? session.token
        return answer
      } catch (error) {
        const isAnswer = error instanceof CallError
        if (!isAnswer && !(error instanceof NoAnswer)) throw error
        if (isAnswer && error.code === DENIED) record(DENIED)
        else {
          const reason = isAnswer ? `código ${error.code}` : error.message
          const endedAt = performance.now()
          network.recorder.unanswered.push({
            callClass,
            call: contract.name,
            reason,
            dueAt,
            endedAt,
          })
        }
        return null
      }
    },
  }
  return session
}

/** The token of a login, or the one that renews that of a session. */
function newTokenIn(answer: object): string | undefined {
  const { userSessionToken, user } = answer as {
    userSessionToken?: string
    user?: { userSessionToken?: string }
  }
  return userSessionToken ?? user?.userSessionToken
}

const cookieHeader = (cookies: ReadonlyMap<string, string>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

function storeCookies(cookies: Map<string, string>, lines: readonly string[]): void {
  for (const line of lines) {
    const [pair = '', ...attributes] = line.split(';')
    const separator = pair.indexOf('=')
    const name = pair.slice(0, separator).trim()
    const isCleared = attributes.some((each) =>
      /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(each),
    )
    if (isCleared) cookies.delete(name)
    else cookies.set(name, pair.slice(separator + 1).trim())
  }
}

/** The code of a connection's error, or the name of another. */
function reasonOf(error: unknown): string {
  const { cause, name } = error as { cause?: { code?: string }; name: string }
  return cause?.code ?? name
}
