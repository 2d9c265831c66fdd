import { type CallContract, pathOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { DENIED, OK } from '#contract/responseCodes.ts'
import { USER } from '#contract/roles.ts'
import { createRandom, type SeededRandom } from '#db/demo/seededRandom.ts'
import { loadKeys } from '#sandbox/keys.ts'
import { examples } from '#server/docs/exampleRequests.ts'
import { cookieJar } from '#testing/harness/cookieJar.ts'
import type { KillableStack } from '#testing/harness/killableStack.ts'
import { PASSWORD } from '#testing/harness/population.ts'
import { cardNumber, submitPage } from '#testing/harness/sandboxControl.ts'
import { headerOf } from '#testing/harness/testClient.ts'
import { Counts } from '#tools/faultInjection/counts.ts'
import { type Caller, createCallers, learn, operatorCode, withKnown } from '#tools/fuzz/callers.ts'
import {
  drawEndpointRequest,
  ENDPOINT_NAMES,
  isAllowed,
  isProcessed,
  signedOrMutated,
} from '#tools/fuzz/gatewayEndpoints.ts'
import { malformedFraming, type RawRequest, send } from '#tools/fuzz/httpFraming.ts'
import { fieldsOf, mutated, rawBytes } from '#tools/fuzz/requestValues.ts'

/** From this many requests on, every other call must have succeeded for some caller. */
const MIN_FOR_COVERAGE = 20_000
/** Calls that succeed only with a code from a mail or an app, with an authenticator, or while no payment is pending. */
const SELDOM_SUCCEEDS = /^confirm|[a-z]Passkey$|^deleteAccount$/
/** HTTP statuses of the answer policy. */
const ALLOWED_STATUSES = [200, 400, 403, 404, 413, 415, 429]
/** Internal details that no answer may contain. */
const INTERNAL_DETAIL =
  /node_modules|\bat \w+ \(|\.ts:\d|drizzle|postgres|syntax error|violates|\bselect \b.*\bfrom\b|argon2|ECONN|TypeError|ZodError/i
const ALL_CALLS = Object.values(calls as Record<string, CallContract>)
/** Calls that hash a password, wait on purpose or cause such a call: drawn ten times less often. */
const SLOW = /password|login(?!Passkey)|logout|addUser|deleteAccount|enrol/i
/** Reasons of refusals before the handler. */
const ACCESS_REFUSALS = new Set(['role_missing', 'second_factor_missing'])
const CONTENT_TYPE = 'text/plain; charset=utf-8'
const OTHER_TYPES = [
  'application/json',
  'text/plain; charset=utf-16',
  'application/xml',
  'multipart/form-data; boundary=x',
  '*/*',
]
/** Calls after which a caller cannot log in with the known password. */
const ENDS_LOGIN = new Set(['updatePassword', 'deleteAccount'])
type Sample = { geopayResponse?: string; secondFactor?: string }
type Answer = { responseHeader: { responseCode: string; reason?: string } } & {
  userSessionToken?: string
  accessToken?: string
}

/**
 * @param stack the system under test, whose drivers may lose their accounts
 * @param failures receives what no answer may be
 */
export async function createFuzzRun(stack: KillableStack, seed: number, failures: string[]) {
  const { sandbox, keysDir } = stack
  const [url] = stack.servers
  const keys = await loadKeys(keysDir)
  const callers = createCallers(stack, failures)
  /** Answers by call or endpoint and by code. */
  const codes = new Map(
    [...ALL_CALLS.map(({ name }) => name), ...ENDPOINT_NAMES].map((name) => [name, new Counts()]),
  )
  /** The messages that the gateway gave browsers. */
  const returns: string[] = []

  async function fuzzEndpoint(random: SeededRandom): Promise<string> {
    const name = random.oneOf(ENDPOINT_NAMES)
    const request = drawEndpointRequest(name, keys, returns, random)
    const response = await send(url, request)
    codes.get(name)?.add(isProcessed(response) ? OK : String(response.status))
    return isAllowed(name, request, response) && !INTERNAL_DETAIL.test(response.text)
      ? ''
      : `${name} contestó HTTP ${response.status} ${response.text} a ${textOf(request)}`
  }

  async function fuzzCall(random: SeededRandom): Promise<string> {
    const contract = drawCall(random)
    const caller = await callers.draw(random, contract)
    const { token } = caller
    const sample = {
      requestHeader: headerOf(token, new Date()),
      ...sampleOf(contract, caller, random),
    }
    // Slow calls are drawn seldom, so a larger share of them is valid.
    const valid = random.bool(SLOW.test(contract.name) ? 0.4 : 0.15)
    const text = JSON.stringify(valid ? sample : invalid(contract, sample, random))
    const type = valid || random.bool(0.95) ? CONTENT_TYPE : random.oneOf(OTHER_TYPES)
    const typed: RawRequest = {
      path: `/api/${pathOf(contract)}`,
      body: !valid && random.bool(0.1) ? rawBytes(random, text) : Buffer.from(text),
      headers: { 'content-type': type, ...cookieJar.headersOf(token) },
    }
    const request = !valid && random.bool(0.04) ? malformedFraming(random, typed) : typed
    const response = await send(url, request)

    const { status } = response
    const answer = status === 200 ? (JSON.parse(response.text) as Answer) : null
    const { responseCode = `HTTP ${status}`, reason = '' } = answer?.responseHeader ?? {}
    const isAccessRefusal = ACCESS_REFUSALS.has(reason)
    codes.get(contract.name)?.add(isAccessRefusal ? reason : responseCode)
    if (responseCode === OK && answer && contract.access !== 'open') {
      learn(caller.known, answer)
      if (answer.userSessionToken) {
        caller.token = answer.userSessionToken
        cookieJar.store(answer, response.headers)
      }
      if (answer.accessToken && random.bool(0.3)) await pay(caller, answer.accessToken)
    }
    if (responseCode === '88' && valid && caller.email) await callers.renewSession(caller, token)

    const isPreflight = request.method === 'OPTIONS' && status === 204
    const isExpected = answer
      ? [OK, DENIED, '86', '88'].includes(responseCode)
      : ALLOWED_STATUSES.includes(status) || isPreflight
    return isExpected && !INTERNAL_DETAIL.test(response.text)
      ? ''
      : `${contract.name} contestó ${responseCode} ${response.text} a ${textOf(request)}`
  }

  async function pay({ known }: Caller, accessToken: string): Promise<void> {
    const form = { token: accessToken, card: cardNumber('Crédito') }
    const { data } = await submitPage(sandbox, form)
    if (data === null) return
    returns.push(data)
    learn(known, { geopayResponse: data })
  }

  /** The documented example with texts that this caller has seen in answers. */
  function sampleOf({ name }: CallContract, { role, known }: Caller, random: SeededRandom): object {
    const example = JSON.stringify(examples[name as keyof typeof examples] ?? {})
    // The operators keep their accounts and passwords.
    const isOperator = role !== USER && role !== null
    const endsLogin = isOperator && ENDS_LOGIN.has(name)
    const own = endsLogin ? example.replaceAll(PASSWORD, 'no es la de nadie') : example
    const sample = withKnown(known, JSON.parse(own), random) as Sample
    if (isOperator && 'secondFactor' in sample) sample.secondFactor = operatorCode()
    const { geopayResponse } = sample
    if (!geopayResponse?.startsWith('{') || random.bool(0.5)) return sample
    const message = JSON.parse(geopayResponse) as object
    const sent = signedOrMutated(message, 'responseHeader', keys.gateway, random)
    return { geopayResponse: JSON.stringify(sent) }
  }

  return {
    /** Sends one request; the same number draws the same one. */
    async send(number: number): Promise<void> {
      const random = createRandom(seed, 'request', number)
      const failure = await (random.bool(0.03) ? fuzzEndpoint(random) : fuzzCall(random)).catch(
        (error: Error) => error.message,
      )
      if (failure) failures.push(`pedido ${number}: ${failure}`)
    },
    /** One line per call and endpoint; after enough requests, one that never succeeded is a failure. */
    coverage(sent: number): string[] {
      for (const [name, ofName] of codes)
        if (sent >= MIN_FOR_COVERAGE && !ofName.has(OK) && !SELDOM_SUCCEEDS.test(name))
          failures.push(`${name} no salió bien ni una vez`)
      return [...codes].map(([name, ofName]) => `${name.padEnd(26)} ${ofName.summary()}`)
    },
  }
}

const textOf = ({ method = 'POST', headers, body }: RawRequest) =>
  `${method}, tipo ${headers['content-type']}, cuerpo ${body instanceof Buffer ? body.toString().slice(0, 300) : '(por partes)'}`

/** Some fields drawn from the contract's schema, or one to four mutations of any value, or both. */
function invalid(contract: CallContract, sample: object, random: SeededRandom): unknown {
  const drawn = random.bool(0.4) ? fieldsOf(contract, random) : {}
  const chosen = Object.entries(drawn).filter(() => random.bool(0.5))
  const fields = { ...sample, ...Object.fromEntries(chosen) }
  return chosen.length > 0 && random.bool(0.5) ? fields : mutated(random, fields)
}

function drawCall(random: SeededRandom): CallContract {
  const contract = random.oneOf(ALL_CALLS)
  return SLOW.test(contract.name) && random.bool(0.9) ? drawCall(random) : contract
}
