import { type CallContract, pathOf } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { toDate } from '#contract/dates.ts'
import { DENIED, OK } from '#contract/responseCodes.ts'
import { USER } from '#contract/roles.ts'
import { createRandom, type SeededRandom } from '#db/demo/seededRandom.ts'
import { currentCode } from '#lab/console/operator.ts'
import { Counts } from '#lab/evidence/counts.ts'
import { createCodes } from '#lab/tills/driversCodes.ts'
import { type Caller, createCallers, learn, withKnown } from '#lab/wire/callers.ts'
import { type ConsoleAnswer, consoleFields, learnObjects } from '#lab/wire/consoleForms.ts'
import { ALL_CALLS, drawCall, invalid, isSeldomDrawn } from '#lab/wire/drawnCalls.ts'
import {
  drawEndpointRequest,
  ENDPOINT_NAMES,
  isAllowed,
  isProcessed,
  signedOrMutated,
} from '#lab/wire/gatewayEndpoints.ts'
import { malformedFraming, type RawRequest } from '#lab/wire/httpFraming.ts'
import { createLeakCheck } from '#lab/wire/otherPeople.ts'
import { bodyOf, rawBytes } from '#lab/wire/requestValues.ts'
import { addTill, UNREPORTED } from '#lab/wire/till.ts'
import type { WireTarget } from '#lab/wire/wireTarget.ts'
import { loadKeys } from '#sandbox/keys.ts'
import { examples } from '#server/docs/exampleRequests.ts'
import { shiftExampleDates } from '#server/docs/servedDocument.ts'
import { cookieJar } from '#testing/harness/cookieJar.ts'
import { cardNumber } from '#testing/harness/sandboxControl.ts'
import { headerOf, type WireAnswer } from '#testing/harness/testClient.ts'
import { signatureHeaders } from '#testing/station/testTerminal.ts'

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

/** Sends a request. Resolves to what its answer may not be; empty: nothing. */
type Send = () => Promise<string>
interface Sent {
  contract: CallContract
  sample: Sample
  caller: Caller
  /** Of the caller at that moment. */
  token: string
  email: string
  request: RawRequest
  /** No field was changed. */
  valid: boolean
}

/** @param failures receives what no answer may be */
export async function createFuzzRun(target: WireTarget, seed: number, failures: string[]) {
  const { url, now, databaseUrl, only } = target
  const among = ALL_CALLS.filter(({ name }) => only?.includes(name) ?? true)
  const keys = await loadKeys(target.keysDir)
  const till = await addTill(databaseUrl)
  const callers = createCallers(target, till, failures)
  const leaksOf = await createLeakCheck(databaseUrl)
  /** S3: answers to a driver, or without a session, that hold what is another person's. */
  const leaks: object[] = []
  const showCode = createCodes(() => now().getTime())
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

  function drawEndpoint(random: SeededRandom): Send {
    const name = random.oneOf(ENDPOINT_NAMES)
    const request = drawEndpointRequest(name, { keys, returns, now: now() }, random)
    return async () => {
      const response = await target.send(request)
      const { status, text } = response
      codes.get(name)?.add(isProcessed(response) ? OK : String(status))
      const isExpected = isAllowed(name, request, response) || target.faultStatuses.includes(status)
      return isExpected && !INTERNAL_DETAIL.test(text)
        ? ''
        : `${name} contestó HTTP ${status} ${text} a ${textOf(request)}`
    }
  }

  async function drawRequests(random: SeededRandom, copies: number): Promise<Send[]> {
    const back = random.bool(0.3) ? paid.shift() : undefined
    const drawn = drawCall(random, among, among.filter(isMissing))
    const contract: CallContract = back ? calls.processGEOPayResponse : drawn
    const caller = back ?? (await callers.draw(random, contract))
    // The operators keep their accounts and passwords.
    if (caller.role !== USER && caller.role !== null && ENDS_LOGIN.has(contract.name)) return []
    const { token, email, key } = caller
    const requestHeader = headerOf(token, now())
    const sample: Sample & { requestHeader: object } = {
      requestHeader,
      ...sampleOf(contract, caller, random),
    }
    // Until a call has succeeded most of its requests are valid: the run has to reach what is behind its checks.
    const share = codes.get(contract.name)?.has(OK) ? (isSeldomDrawn(contract) ? 0.4 : 0.15) : 0.7
    const valid = back !== undefined || random.bool(share)
    const text = bodyOf(valid ? sample : invalid(contract, sample, random))
    const type = valid || random.bool(0.95) ? CONTENT_TYPE : random.oneOf(OTHER_TYPES)
    const path = `/api/${pathOf(contract)}`
    const created = Math.floor(now().getTime() / 1000)
    return Array.from({ length: copies }, () => {
      // Of each copy it is another one: a repeat of a request would have no effect of its own.
      const nonce = headerOf(token, now()).auditNumber
      const numbered = text.replace(requestHeader.auditNumber, nonce)
      const body = !valid && random.bool(0.1) ? rawBytes(random, numbered) : Buffer.from(numbered)
      const signature =
        key && signatureHeaders({ key, targetUri: url + path, body, nonce, created })
      const typed: RawRequest = {
        path,
        body,
        headers: { 'content-type': type, ...cookieJar.headersOf(token), ...signature },
      }
      const request = !valid && random.bool(0.04) ? malformedFraming(random, typed) : typed
      const sent = { contract, sample, caller, token, email, request, valid }
      return async () => take(await target.send(request), sent)
    })
  }

  /** Notes what an answer tells its caller. @returns what it may not be; empty: nothing */
  async function take(
    response: WireAnswer,
    { contract, sample, caller, token, email, request, valid }: Sent,
  ): Promise<string> {
    const { status } = response
    const leaked = caller.role === null || caller.role === USER ? leaksOf(response.text, email) : []
    if (leaked.length > 0) leaks.push({ call: contract.name, email, leaked, text: response.text })
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
    if (responseCode === '88' && valid && caller.email && caller.token === token) caller.token = ''

    const isPreflight = request.method === 'OPTIONS' && status === 204
    const isExpected = answer
      ? [OK, DENIED, '86', '88'].includes(responseCode)
      : [...ALLOWED_STATUSES, ...target.faultStatuses].includes(status) || isPreflight
    return isExpected && !INTERNAL_DETAIL.test(response.text)
      ? ''
      : `${contract.name} contestó ${responseCode} ${response.text} a ${textOf(request)}`
  }

  async function pay(caller: Caller, accessToken: string): Promise<void> {
    const form = { token: accessToken, card: cardNumber('Crédito') }
    const data = await target.submitPage(form)
    if (data === null) return
    returns.push(data)
    learn(caller.known, { geopayResponse: data })
    paid.push(caller)
  }

  /** The documented example with texts that this caller has seen in answers. */
  function sampleOf({ name }: CallContract, caller: Caller, random: SeededRandom): object {
    const { role, known } = caller
    const example = JSON.stringify(
      shiftExampleDates(now(), examples[name as keyof typeof examples] ?? {}),
    )
    const isOperator = role !== USER && role !== null
    const sample = withKnown(known, JSON.parse(example), random) as Sample
    if (isOperator && 'secondFactor' in sample) sample.secondFactor = currentCode(now())
    // What an operator knows by the names of these fields is of requests and of payments.
    if (/^(?:object|objects|actOnObject)$/.test(name))
      return { ...JSON.parse(example), ...consoleFields(name, caller, { random, now: now() }) }
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
    return { qr: '', receipt: { ...UNREPORTED, number, date: toDate(now()) } }
  }

  return {
    leaks,
    /**
     * Draws a request; the same number draws the same one.
     * @param copies how often it is to be sent
     * @returns sends one copy each
     */
    async draw(number: number, copies = 1): Promise<(() => Promise<void>)[]> {
      const random = createRandom(seed, 'request', number)
      const sends = random.bool(0.03) ? [drawEndpoint(random)] : await drawRequests(random, copies)
      return sends.map((send) => async () => {
        const failure = await send().catch((error: Error) => error.message)
        if (failure) failures.push(`pedido ${number}: ${failure}`)
      })
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

const textOf = ({ method = 'POST', headers, body }: RawRequest) =>
  `${method}, tipo ${headers['content-type']}, cuerpo ${body instanceof Buffer ? body.toString().slice(0, 300) : '(por partes)'}`
