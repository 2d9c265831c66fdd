import { createHash } from 'node:crypto'
import { type CallContract, pathOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { toDate } from '#contract/dates.ts'
import { DENIED, OK } from '#contract/responseCodes.ts'
import { USER } from '#contract/roles.ts'
import { createRandom, type SeededRandom } from '#db/demo/seededRandom.ts'
import { Counts } from '#lab/evidence/counts.ts'
import { createCodes } from '#lab/tills/driversCodes.ts'
import { type Caller, createCallers, learn, operatorCode, withKnown } from '#lab/wire/callers.ts'
import { type ConsoleAnswer, consoleFields, learnObjects } from '#lab/wire/consoleForms.ts'
import {
  drawEndpointRequest,
  ENDPOINT_NAMES,
  isAllowed,
  isProcessed,
  signedOrMutated,
} from '#lab/wire/gatewayEndpoints.ts'
import { malformedFraming, type RawRequest, send } from '#lab/wire/httpFraming.ts'
import { bodyOf, fieldsOf, mutated, rawBytes } from '#lab/wire/requestValues.ts'
import { loadKeys } from '#sandbox/keys.ts'
import { examples } from '#server/docs/exampleRequests.ts'
import { shiftExampleDates } from '#server/docs/servedDocument.ts'
import { cookieJar } from '#testing/harness/cookieJar.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import type { KillableStack } from '#testing/harness/killableStack.ts'
import { cardNumber, submitPage } from '#testing/harness/sandboxControl.ts'
import { headerOf } from '#testing/harness/testClient.ts'
import {
  createTerminalKey,
  signatureHeaders,
  type TerminalKey,
} from '#testing/station/testTerminal.ts'

/** From this many requests on, every other call must have succeeded. */
const MIN_FOR_COVERAGE = 20_000
/**
 * Calls that succeed only with a code from a mail or an app, with an authenticator,
 * while no payment is pending, after a driver has paid at the till, with a voucher that the run took, or with
 * one of its few invitations.
 */
const SELDOM_SUCCEEDS =
  /^confirm|[a-z]Passkey$|^deleteAccount$|^voidPayment$|^returnVoucher$|^acceptInvitation$|^endCompanyDriver$/
/** HTTP statuses of the answer policy. */
const ALLOWED_STATUSES = [200, 400, 403, 404, 413, 415, 429]
/** Internal details that no answer may contain. */
const INTERNAL_DETAIL =
  /node_modules|\bat \w+ \(|\.ts:\d|drizzle|postgres|syntax error|violates|\bselect \b.*\bfrom\b|argon2|ECONN|TypeError|ZodError/i
const ALL_CALLS = Object.values(calls as Record<string, CallContract>)
/** Calls that hash a password, wait on purpose or cause such a call: drawn ten times less often. */
const SLOW = /password|login(?!Passkey)|logout|addUser|deleteAccount|enrol/i
/** Calls that few callers can make at the moment: a larger share of them is valid. */
const SELDOM_POSSIBLE = /object|^getGEOPayAccessToken$|^takeReward$|^captureVoucher$|^mailReceipt$/i
/** Reasons of refusals before the handler. */
const ACCESS_REFUSALS = new Set(['role_missing', 'second_factor_missing'])
const CONTENT_TYPE = 'text/plain; charset=utf-8'
/** A document of which no till reports a sale. */
const UNREPORTED = { rut: '211234560019', type: 101, series: 'ZZ', amount: 230_640 }
const OTHER_TYPES = [
  'application/json',
  'text/plain; charset=utf-16',
  'application/xml',
  'multipart/form-data; boundary=x',
  '*/*',
]
/** Calls after which a caller cannot log in with the known password. */
const ENDS_LOGIN = new Set(['updatePassword', 'deleteAccount'])
type Sample = {
  kind?: string
  objectId?: string
  geopayResponse?: string
  secondFactor?: string
  reference?: string
}
type Answer = ConsoleAnswer & { responseHeader: { responseCode: string; reason?: string } } & {
  userSessionToken?: string
  accessToken?: string
  voucher?: { code: string }
  payment?: { code: string; qr?: string; reference: string }
  state?: string
}

/** @param stack whose drivers may lose their accounts. @param failures receives what no answer may be */
export async function createFuzzRun(stack: KillableStack, seed: number, failures: string[]) {
  const { sandbox, keysDir } = stack
  const [url] = stack.servers
  const keys = await loadKeys(keysDir)
  const terminalKey = createTerminalKey()
  await addTerminals(stack.databaseUrl, terminalKey)
  // Most drivers have few points, and no company.
  await queryRows(stack.databaseUrl, 'update reward set points = 1')
  const newest = 'select max(code) from loyalty where ended_at is null group by person_id'
  const company = `update loyalty set client_rut = $1 where client_rut = '' and code in (${newest})`
  await queryRows(stack.databaseUrl, company, [UNREPORTED.rut])
  const members = await queryRows<{ code: string }>(
    stack.databaseUrl,
    'select code from loyalty where ended_at is null order by code desc limit 20',
  )
  const till = { key: terminalKey, loyaltyCodes: members.map(({ code }) => code) }
  const callers = createCallers(stack, till, failures)
  const showCode = createCodes(Date.now)
  /** What drivers and tills show each other. */
  const shown = {
    vouchers: [] as string[],
    requests: [] as string[],
    reserved: [] as string[],
    asked: [] as string[],
  }
  /** Answers by name and by code. */
  const codes = new Map(
    [...ALL_CALLS.map(({ name }) => name), ...ENDPOINT_NAMES].map((name) => [name, new Counts()]),
  )
  /** Drivers that have paid, and whose browser has not come back. */
  const paid: Caller[] = []
  /** The messages that the gateway gave browsers. */
  const returns: string[] = []

  /** Has to succeed yet. */
  const isMissing = ({ name }: { name: string }) =>
    !codes.get(name)?.has(OK) && !SELDOM_SUCCEEDS.test(name)

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
    const back = random.bool(0.3) ? paid.shift() : undefined
    const drawn = drawCall(random, ALL_CALLS.filter(isMissing))
    const contract: CallContract = back ? calls.processGEOPayResponse : drawn
    const caller = back ?? (await callers.draw(random, contract))
    // The operators keep their accounts and passwords.
    if (caller.role !== USER && caller.role !== null && ENDS_LOGIN.has(contract.name)) return ''
    const { token, key } = caller
    const requestHeader = headerOf(token, new Date())
    const sample: Sample & { requestHeader: object } = {
      requestHeader,
      ...sampleOf(contract, caller, random),
    }
    // Slow calls are drawn seldom, and most drivers have no debt or voucher, so a larger share of these calls is valid.
    const isSeldom = SLOW.test(contract.name) || SELDOM_POSSIBLE.test(contract.name)
    // Until a call has succeeded most of its requests are valid: the run has to reach what is behind its checks.
    const share = codes.get(contract.name)?.has(OK) ? (isSeldom ? 0.4 : 0.15) : 0.7
    const valid = back !== undefined || random.bool(share)
    const text = bodyOf(valid ? sample : invalid(contract, sample, random))
    const type = valid || random.bool(0.95) ? CONTENT_TYPE : random.oneOf(OTHER_TYPES)
    const path = `/api/${pathOf(contract)}`
    const body = !valid && random.bool(0.1) ? rawBytes(random, text) : Buffer.from(text)
    const created = Math.floor(Date.now() / 1000)
    const [targetUri, nonce] = [url + path, requestHeader.auditNumber]
    const signature = key && signatureHeaders({ key, targetUri, body, nonce, created })
    const typed: RawRequest = {
      path,
      body,
      headers: { 'content-type': type, ...cookieJar.headersOf(token), ...signature },
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
      if (valid && /^objects?$/.test(contract.name)) learnObjects(caller, sample, answer)
      if (answer.userSessionToken) {
        caller.token = answer.userSessionToken
        cookieJar.store(answer, response.headers)
      }
      if (answer.voucher) shown.vouchers.push(answer.voucher.code)
      if (answer.state === 'reserved' && sample.reference) shown.reserved.push(sample.reference)
      if (answer.payment?.qr) {
        shown.requests.push(answer.payment.code)
        shown.asked.push(answer.payment.reference)
      }
      if (answer.accessToken) await pay(caller, answer.accessToken)
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

  async function pay(caller: Caller, accessToken: string): Promise<void> {
    const form = { token: accessToken, card: cardNumber('Crédito') }
    const { data } = await submitPage(sandbox, form)
    if (data === null) return
    returns.push(data)
    learn(caller.known, { geopayResponse: data })
    paid.push(caller)
  }

  /** The documented example with texts that this caller has seen in answers. */
  function sampleOf({ name }: CallContract, caller: Caller, random: SeededRandom): object {
    const { role, known } = caller
    const example = JSON.stringify(
      shiftExampleDates(new Date(), examples[name as keyof typeof examples] ?? {}),
    )
    const isOperator = role !== USER && role !== null
    const sample = withKnown(known, JSON.parse(example), random) as Sample
    if (isOperator && 'secondFactor' in sample) sample.secondFactor = operatorCode()
    // What an operator knows by the names of these fields is of requests and of payments.
    if (/^(?:object|objects|actOnObject)$/.test(name))
      return { ...JSON.parse(example), ...consoleFields(name, caller, random) }
    const onceOnly = onceOnlyFields(name, random)
    if (onceOnly) return { ...sample, ...onceOnly }
    const rrn = random.oneOf(['', ...(known.get('movementsRrn') ?? [])])
    if (name === 'mailReceipt' && rrn) return { ...sample, kind: 'movement', reference: rrn }
    if (name === 'saveCarPurchase' && rrn) return { ...sample, rrn, plate: '' }
    const { geopayResponse } = sample
    if (!geopayResponse?.startsWith('{') || random.bool(0.5)) return sample
    const message = JSON.parse(geopayResponse) as object
    const sent = signedOrMutated(message, 'responseHeader', keys.gateway, random)
    return { geopayResponse: JSON.stringify(sent) }
  }

  /** The fields of a call that answers each of their values once. */
  function onceOnlyFields(name: string, random: SeededRandom): object | null {
    const oneOrNone = (texts: string[]) => texts[random.integer(0, texts.length)] ?? ''
    const reference = `F${random.integer(0, 2 ** 31)}`
    const loyaltyCode = random.oneOf(till.loyaltyCodes)
    const spendingCode = name === 'reserveRedemption' && showCode(loyaltyCode)?.text
    if (spendingCode) return { reference, spendingCode, points: 1 }
    if (name === 'captureVoucher') return { reference, voucher: oneOrNone(shown.vouchers) }
    if (name === 'captureRedemption') return { reference: oneOrNone(shown.reserved) }
    if (name === 'openPaymentRequest') return { code: oneOrNone(shown.requests) }
    if (name === 'requestPayment') return { reference }
    if (name === 'voidPayment') return { reference: oneOrNone(shown.asked) }
    if (name !== 'claimPurchase') return null
    const number = random.integer(1, 9_999_999)
    return { qr: '', receipt: { ...UNREPORTED, number, date: toDate(new Date()) } }
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
      for (const name of codes.keys())
        if (sent >= MIN_FOR_COVERAGE && isMissing({ name }))
          failures.push(`${name} no salió bien ni una vez`)
      return [...codes].map(([name, ofName]) => `${name.padEnd(26)} ${ofName.summary()}`)
    },
  }
}

/** The terminal that calls, and one that enrols with the documented code. */
async function addTerminals(databaseUrl: string, { keyid, publicKey }: TerminalKey): Promise<void> {
  const code = createHash('sha256')
    .update(examples.enrolTerminal.enrolmentCode ?? '')
    .digest()
  await queryRows(
    databaseUrl,
    `with added as (
        insert into terminal (id, branch_code, name, created_at, code_hash, code_expires_at)
        values (gen_random_uuid(), 'E001', 'fuzz', now(), $1::bytea, now() + interval '1 day'),
          (gen_random_uuid(), 'E001', 'fuzz 2', now(), $2::bytea, now()) returning id, name)
      insert into terminal_key (keyid, terminal_id, public_key, since)
        select $3::text, id, $4::bytea, now() from added where name = 'fuzz 2'`,
    [code, Buffer.alloc(32), keyid, Buffer.from(publicKey, 'base64')],
  )
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

/** @param missing the calls that have to succeed yet: drawn more often, so that chance leaves none out */
function drawCall(random: SeededRandom, missing: readonly CallContract[]): CallContract {
  if (missing.length > 0 && random.bool(0.1)) return random.oneOf(missing)
  // Each has many kinds and forms.
  if (random.bool(0.1)) return random.oneOf([calls.objects, calls.object, calls.actOnObject])
  const contract = random.oneOf(ALL_CALLS)
  return SLOW.test(contract.name) && random.bool(0.9) ? drawCall(random, []) : contract
}
