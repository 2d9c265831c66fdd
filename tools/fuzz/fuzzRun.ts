import { type CallContract, pathOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { OK } from '#contract/responseCodes.ts'
import { createRandom, type SeededRandom } from '#db/demo/seededRandom.ts'
import { cookieJar, headerOf } from '#testing/harness/testClient.ts'
import { type Caller, createCallers, logIn } from '#tools/fuzz/callers.ts'
import {
  ALLOWED_TO_OTHER_METHODS,
  drawEndpointRequest,
  GATEWAY_ENDPOINTS,
} from '#tools/fuzz/gatewayEndpoints.ts'
import { learnPasskeys } from '#tools/fuzz/passkeys.ts'
import {
  createRawHttp,
  malformedFraming,
  type RawRequest,
  type RawResponse,
} from '#tools/fuzz/rawHttp.ts'
import { fieldsOf, mutated, rawBytes } from '#tools/fuzz/requestValues.ts'
import { type FuzzTarget, learn, sampleOf } from '#tools/fuzz/samples.ts'

/** From this many requests on, every call must have succeeded for some caller. */
const MIN_FOR_COVERAGE = 50_000
/** HTTP statuses of the answer policy. */
const ALLOWED_STATUSES = new Set([200, 400, 403, 404, 413, 415, 429])
/** The answer to a CORS preflight. */
const isPreflight = ({ method }: RawRequest, { status }: RawResponse) =>
  method === 'OPTIONS' && status === 204
/** Internal details that no answer may contain. */
const INTERNAL_DETAIL =
  /node_modules|\bat \w+ \(|\.ts:\d|drizzle|postgres|syntax error|violates|\bselect \b.*\bfrom\b|argon2|ECONN|TypeError|ZodError/i
const ALL_CALLS = Object.values(calls as Record<string, CallContract>)
/** Calls that hash a password, wait on purpose or cause such a call: drawn ten times less often. */
const SLOW = /password|login(?!Passkey)|logout|addUser|deleteAccount|enrol/i
/** Refusals before the handler, by their reasons: counted apart from the handler's 05. */
const ACCESS_REFUSALS = new Map([
  ['role_missing', '05 role'],
  ['second_factor_missing', '05 factor'],
])
const LOGIN_TRIES = 5
const CONTENT_TYPE = 'text/plain; charset=utf-8'
const OTHER_TYPES = [
  'application/json',
  'text/plain; charset=utf-16',
  'application/xml',
  '',
  'multipart/form-data; boundary=x',
  '*/*',
]
type Answer = Record<string, unknown> & {
  responseHeader?: { responseCode: string; reason?: string }
}

export interface FuzzRun {
  /** Sends one request; the same number draws the same one. */
  send(number: number): Promise<void>
  /** One line per call and endpoint, with the count of each code. */
  coverage(): string[]
  /** Ends the connections; after enough requests, what never succeeded is a failure. */
  close(sent: number): void
}

/** @param failures receives what no answer may be */
export async function createFuzzRun(
  target: FuzzTarget,
  { seed, connections, failures }: { seed: number; connections: number; failures: string[] },
): Promise<FuzzRun> {
  const http = createRawHttp(target.url, connections)
  const callers = createCallers()
  /** Answers by call or endpoint and by code. */
  const codes = new Map(
    [...ALL_CALLS, ...GATEWAY_ENDPOINTS].map(({ name }) => [name, new Map<string, number>()]),
  )
  const count = (name: string, code: string) => {
    const ofName = codes.get(name)
    ofName?.set(code, (ofName.get(code) ?? 0) + 1)
  }
  /** Number of the last successful request of each lasting account. */
  const lastSuccess = new Map(callers.lasting.map(({ name }) => [name, 0]))
  const logins = new Map<string, Promise<void>>()

  function fail(number: number, name: string, what: string, request: RawRequest): void {
    const { method = 'POST', type, framing = 'length', body } = request
    const how = `${method}, type ${type ?? 'none'}, ${framing}`
    failures.push(
      `request ${number} (${name}): ${what}; ${how}, body ${body.toString().slice(0, 300)}`,
    )
  }

  async function fuzzEndpoint(number: number, random: SeededRandom): Promise<void> {
    const endpoint = random.oneOf(GATEWAY_ENDPOINTS)
    const returns = callers.lasting[0]?.learnt.returns ?? []
    const request = drawEndpointRequest(target.keys, endpoint, returns, random)
    const response = await http.send(request)
    count(endpoint.name, String(response.status))
    if (endpoint.isProcessed(response)) count(endpoint.name, OK)
    const allowed = request.method ? ALLOWED_TO_OTHER_METHODS : endpoint.allowed
    if (!allowed.includes(response.status) || INTERNAL_DETAIL.test(response.text))
      fail(number, endpoint.name, `HTTP ${response.status} ${response.text}`, request)
  }

  async function fuzzCall(number: number, random: SeededRandom): Promise<void> {
    const contract = drawCall(random)
    const caller = callers.draw(random, contract)
    if (caller.expendable && caller.token === '') await ensureSession(caller)
    const { token } = caller
    const requestHeader = headerOf(token, new Date())
    const sample = { requestHeader, ...(await sampleOf(target, contract, caller, random)) }
    // Slow calls are drawn seldom, so a larger share of them is valid.
    const valid = random.bool(SLOW.test(contract.name) ? 0.4 : 0.15)
    const text = JSON.stringify(valid ? sample : invalid(contract, sample, random))
    const framed: RawRequest = {
      path: `/api/${pathOf(contract)}`,
      body: !valid && random.bool(0.1) ? rawBytes(random, text) : Buffer.from(text),
      type: valid || random.bool(0.95) ? CONTENT_TYPE : random.oneOf(OTHER_TYPES),
      session: cookieJar.headersOf(token),
    }
    const request = !valid && random.bool(0.04) ? malformedFraming(random, framed) : framed
    const response = await http.send(request)

    const answer = response.status === 200 ? (JSON.parse(response.text) as Answer) : null
    const { responseCode = '?', reason = '' } = answer?.responseHeader ?? {}
    const code = answer ? responseCode : String(response.status)
    count(contract.name, ACCESS_REFUSALS.get(reason) ?? code)
    const failCall = (what: string) =>
      fail(number, `${contract.name} by ${caller.name}`, what, request)
    if (!ALLOWED_STATUSES.has(response.status) && !isPreflight(request, response))
      failCall(`HTTP ${response.status}`)
    else if (answer && !['00', '05', '86', '88'].includes(code)) failCall(`code ${code}`)
    const [detail] = INTERNAL_DETAIL.exec(response.text) ?? []
    if (detail) failCall(`internal detail: ${detail}`)

    if (code === OK && answer) learnPasskeys(caller.passkeys, contract.name, text, answer)
    if (code === OK && answer && contract.access !== 'open') {
      if (lastSuccess.has(caller.name)) lastSuccess.set(caller.name, number)
      await learn(target, contract, caller, answer, random)
      applyToCaller(contract, caller, text)
      if (answer.userSessionToken) {
        caller.token = answer.userSessionToken as string
        cookieJar.store(answer, response.headers)
      }
    }
    if (code === '88' && valid && caller.name !== '') await ensureSession(caller, token)
  }

  /** Updates the caller after a call that ended the account or its email, or changed its password. */
  function applyToCaller({ name }: CallContract, caller: Caller, text: string): void {
    if (name === 'deleteAccount' || name === 'confirmEmailChange') callers.remove(caller)
    if (name === 'updatePassword')
      caller.password = (JSON.parse(text) as { password: string }).password
  }

  /** Logs a caller in when their session has ended; concurrent requests share one login. */
  function ensureSession(caller: Caller, endedToken = caller.token): Promise<void> {
    if (caller.token !== endedToken) return Promise.resolve()
    const pending =
      logins.get(caller.name) ?? logInAgain(caller).finally(() => logins.delete(caller.name))
    logins.set(caller.name, pending)
    return pending
  }
  async function logInAgain(caller: Caller): Promise<void> {
    let refusal = await logIn(target, caller)
    // A concurrent request may use the code of the second factor or replace its secret.
    for (let tries = 1; refusal === 'wrong_second_factor' && tries < LOGIN_TRIES; tries += 1)
      refusal = await logIn(target, caller)
    if (refusal && caller.expendable) callers.remove(caller)
    else if (refusal) failures.push(`${caller.name} cannot log in any more: ${refusal}`)
  }

  for (const caller of callers.lasting) await ensureSession(caller)
  return {
    async send(number) {
      const random = createRandom(seed, 'request', number)
      try {
        await (random.bool(0.03) ? fuzzEndpoint(number, random) : fuzzCall(number, random))
      } catch (error) {
        failures.push(`request ${number}: ${(error as Error).message}`)
      }
    },
    coverage: () =>
      [...codes].map(([name, ofName]) => {
        const counts = [...ofName].toSorted().map(([code, times]) => `${code} ${times}`)
        return `${name.padEnd(26)} ${counts.join(', ')}`
      }),
    close(sent) {
      http.close()
      if (sent < MIN_FOR_COVERAGE) return
      for (const [name, ofName] of codes)
        if (!ofName.has(OK)) failures.push(`${name} never succeeded`)
      for (const [name, number] of lastSuccess)
        if (number < sent * 0.9) failures.push(`${name} had its last success at request ${number}`)
    },
  }
}

/** Some fields drawn from the contract's schema, or one to four mutations of any value, or both. */
function invalid(contract: CallContract, sample: object, random: SeededRandom): unknown {
  const drawn = random.bool(0.4) ? fieldsOf(contract, random) : {}
  const chosen = Object.entries(drawn).filter(() => random.bool(0.5))
  const fields = { ...sample, ...Object.fromEntries(chosen) }
  return chosen.length > 0 && random.bool(0.5) ? fields : mutated(random, fields)
}

function drawCall(random: SeededRandom): CallContract {
  for (;;) {
    const contract = random.oneOf(ALL_CALLS)
    if (!SLOW.test(contract.name) || random.bool(0.1)) return contract
  }
}
