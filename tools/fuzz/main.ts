import { parseArgs } from 'node:util'
import { type CallContract, pathOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { createRandom, type SeededRandom } from '#db/demo/seededRandom.ts'
import { createCoverage } from '#tools/fuzz/coverage.ts'
import { createFuzzEnvironment } from '#tools/fuzz/environment.ts'
import {
  ALLOWED_TO_OTHER_METHODS,
  drawEndpointRequest,
  GATEWAY_ENDPOINTS,
} from '#tools/fuzz/gatewayEndpoints.ts'
import { malformedFraming, mutated, rawBytes } from '#tools/fuzz/generators.ts'
import { learnPasskeys } from '#tools/fuzz/passkeys.ts'
import { bindSession, createPeople, headerOf, logIn, type Person } from '#tools/fuzz/people.ts'
import {
  createRawHttpClient,
  type RawRequest,
  type RawResponse,
} from '#tools/fuzz/rawHttpClient.ts'
import { learn, sampleOf } from '#tools/fuzz/samples.ts'

/**
 * `npm run fuzz -- --requests 1000000 --seed 1`: sends valid, mutated and malformed requests to
 * every call and gateway endpoint, by callers of every role. Exits with 1 on a 5xx, a crash, an
 * internal detail in an answer, or a call that never succeeded.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
  },
})
const total = Number(values.requests)
const seed = Number(values.seed)

/** From this many requests on, every call must have succeeded for some caller. */
const MIN_FOR_COVERAGE = 50_000
const MAX_FAILURES = 20
const CONCURRENCY = 12
/** HTTP statuses of the answer policy. */
const ALLOWED_STATUSES = new Set([200, 400, 403, 404, 413, 415, 429])
/** The answer to a CORS preflight. */
const isPreflight = ({ method }: RawRequest, { status }: RawResponse) =>
  method === 'OPTIONS' && status === 204
/** Internal details that no answer may contain. */
const INTERNAL_DETAIL =
  /node_modules|\bat \w+ \(|\.ts:\d|drizzle|postgres|syntax error|violates|\bselect \b.*\bfrom\b|argon2|ECONN|TypeError|ZodError/i
const ALL_SERVICES = Object.values(calls as Record<string, CallContract>)
/** Calls that hash a password, wait on purpose or cause such a call: drawn ten times less often. */
const SLOW = /password|login(?!Passkey)|logout|addUser|deleteAccount|enrol/i

const failures: string[] = []
const environment = await createFuzzEnvironment((what) => failures.push(what))
const { send, close } = createRawHttpClient(environment.port, CONCURRENCY)
const people = createPeople()
const coverage = createCoverage([...ALL_SERVICES, ...GATEWAY_ENDPOINTS].map(({ name }) => name))
/** Number of the last successful request of each lasting account. */
const lastSuccess = new Map(people.lasting.map(({ name }) => [name, 0]))

async function sendOne(number: number): Promise<void> {
  const random = createRandom(seed, 'request', number)
  const [payer] = people.lasting
  try {
    if (payer && random.bool(0.03)) await fuzzEndpoint(number, random, payer)
    else await fuzzCall(number, random)
  } catch (error) {
    failures.push(`request ${number}: ${(error as Error).message}`)
  }
}

async function fuzzEndpoint(number: number, random: SeededRandom, payer: Person): Promise<void> {
  const endpoint = random.oneOf(GATEWAY_ENDPOINTS)
  const request = drawEndpointRequest(environment, endpoint, payer, random)
  const response = await send(request)
  coverage.record(endpoint.name, String(response.status), endpoint.isProcessed(response))
  const allowed = request.method ? ALLOWED_TO_OTHER_METHODS : endpoint.allowed
  if (!allowed.includes(response.status) || INTERNAL_DETAIL.test(response.text))
    fail(number, endpoint.name, `HTTP ${response.status} ${response.text}`, request)
}

async function fuzzCall(number: number, random: SeededRandom): Promise<void> {
  const contract = drawService(random)
  const person = people.draw(random, contract)
  if (person.expendable && person.token === '') await ensureSession(person)
  const requestHeader = headerOf(person.token, random.next())
  const sample = { requestHeader, ...(await sampleOf(environment, contract, person, random)) }
  // Slow calls are drawn seldom, so a larger share of them is valid.
  const valid = random.bool(SLOW.test(contract.name) ? 0.4 : 0.15)
  const text = JSON.stringify(valid ? sample : mutated(random, sample))
  const body = !valid && random.bool(0.1) ? rawBytes(random, text) : Buffer.from(text)
  const type = valid ? CONTENT_TYPE : drawContentType(random)
  const { session } = person
  const framed = { path: `/api/${pathOf(contract)}`, body, type, session }
  const request = !valid && random.bool(0.04) ? malformedFraming(random, framed) : framed
  const response = await send(request)

  const answer = response.status === 200 ? (JSON.parse(response.text) as Answer) : null
  const { responseCode = '?', reason = '' } = answer?.responseHeader ?? {}
  const code = answer ? responseCode : String(response.status)
  coverage.record(contract.name, ACCESS_REFUSALS.get(reason) ?? code, code === '00')
  const failCall = (what: string) =>
    fail(number, `${contract.name} by ${person.name}`, what, request)
  if (!ALLOWED_STATUSES.has(response.status) && !isPreflight(request, response))
    failCall(`HTTP ${response.status}`)
  else if (answer && !['00', '05', '86', '88'].includes(code)) failCall(`code ${code}`)
  const [detail] = INTERNAL_DETAIL.exec(response.text) ?? []
  if (detail) failCall(`internal detail: ${detail}`)

  if (code === '00' && answer) learnPasskeys(person.passkeys, contract.name, text, answer)
  if (code === '00' && answer && contract.access !== 'open') {
    if (lastSuccess.has(person.name)) lastSuccess.set(person.name, number)
    await learn(environment, contract, person, answer, random)
    applyToPerson(contract, person, answer, text)
    if (answer.userSessionToken) bindSession(person, response)
  }
  if (code === '88' && valid && person.name !== '')
    await ensureSession(person, requestHeader.userSessionToken)
}

const CONTENT_TYPE = 'text/plain; charset=utf-8'
const drawContentType = (random: SeededRandom) =>
  random.bool(0.95)
    ? CONTENT_TYPE
    : random.oneOf([
        'application/json',
        'text/plain; charset=utf-16',
        'application/xml',
        '',
        'multipart/form-data; boundary=x',
        '*/*',
      ])
type Answer = Record<string, unknown> & {
  responseHeader?: { responseCode: string; reason?: string }
}
/** Refusals before the handler, by their reasons: counted apart from the handler's 05. */
const ACCESS_REFUSALS = new Map([
  ['role_missing', '05 role'],
  ['second_factor_missing', '05 factor'],
])

/** Updates the caller after a call that ended the account or its email, or changed its password and token. */
function applyToPerson(contract: CallContract, person: Person, answer: Answer, text: string): void {
  if (contract.name === 'deleteAccount' || contract.name === 'confirmEmailChange')
    people.remove(person)
  if (contract.name === 'updatePassword')
    person.password = (JSON.parse(text) as { password: string }).password
  if (answer.userSessionToken) person.token = answer.userSessionToken as string
}

const LOGIN_TRIES = 5
const logins = new Map<string, Promise<void>>()
/** Logs a person in when their session has ended; concurrent requests share one login. */
function ensureSession(person: Person, endedToken = person.token): Promise<void> {
  if (person.token !== endedToken) return Promise.resolve()
  const pending =
    logins.get(person.name) ?? logInAgain(person).finally(() => logins.delete(person.name))
  logins.set(person.name, pending)
  return pending
}
async function logInAgain(person: Person): Promise<void> {
  let refusal = await logIn(environment, send, person)
  // A concurrent request may use the code of the second factor or replace its secret.
  for (let tries = 1; refusal === 'wrong_second_factor' && tries < LOGIN_TRIES; tries += 1)
    refusal = await logIn(environment, send, person)
  if (refusal && person.expendable) people.remove(person)
  else if (refusal) failures.push(`${person.name} cannot log in any more: ${refusal}`)
}

function drawService(random: SeededRandom): CallContract {
  for (;;) {
    const contract = random.oneOf(ALL_SERVICES)
    if (!SLOW.test(contract.name) || random.bool(0.1)) return contract
  }
}

function fail(number: number, name: string, what: string, request: RawRequest): void {
  const { method = 'POST', type, framing = 'length', body } = request
  const how = `${method}, type ${type ?? 'none'}, ${framing}`
  failures.push(
    `request ${number} (${name}): ${what}; ${how}, body ${body.toString().slice(0, 300)}`,
  )
}

for (const person of people.lasting) await ensureSession(person)
const started = performance.now()
let sent = 0
await Promise.all(
  Array.from({ length: CONCURRENCY }, async () => {
    while (sent < total && failures.length < MAX_FAILURES) await sendOne(sent++)
  }),
)
const seconds = (performance.now() - started) / 1000
close()
await environment.close()

if (sent >= MIN_FOR_COVERAGE) {
  for (const name of coverage.neverSucceeded()) failures.push(`${name} never succeeded`)
  for (const [name, number] of lastSuccess)
    if (number < sent * 0.9) failures.push(`${name} had its last success at request ${number}`)
}
for (const line of coverage.lines()) process.stdout.write(`${line}\n`)
process.stdout.write(`${sent} requests in ${seconds.toFixed(0)} s, seed ${seed}\n`)
for (const failure of failures) process.stdout.write(`✗ ${failure}\n`)
process.exit(failures.length === 0 ? 0 : 1)
