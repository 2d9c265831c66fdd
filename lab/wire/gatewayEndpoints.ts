import { MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import { malformedFraming, type RawRequest } from '#lab/wire/httpFraming.ts'
import { bodyOf, mutated, rawBytes } from '#lab/wire/requestValues.ts'
import type { KeyPair, Keys } from '#sandbox/keys.ts'
import { signed } from '#sandbox/signature.ts'
import { headerOf, type WireAnswer } from '#testing/harness/testClient.ts'

type EndpointName = keyof typeof MERCHANT_ENDPOINTS
const ALLOWED_TO_MESSAGES = [200, 400, 401, 413, 415]
/** Statuses that each of the gateway's endpoints may answer to a POST. */
const ALLOWED: Record<EndpointName, readonly number[]> = {
  return: [303],
  // 503 asks for a repeat: the signature is valid and the gateway does not confirm the payment yet.
  webhook: [...ALLOWED_TO_MESSAGES, 503],
  echoTest: ALLOWED_TO_MESSAGES,
}
/** Statuses that an endpoint may answer to another method. */
const ALLOWED_TO_OTHER_METHODS = [400, 404, 413, 415]
export const ENDPOINT_NAMES = Object.keys(ALLOWED) as EndpointName[]

export const isAllowed = (name: EndpointName, { method }: RawRequest, { status }: WireAnswer) =>
  (method ? ALLOWED_TO_OTHER_METHODS : ALLOWED[name]).includes(status)

/** Whether an answer shows that the message was processed. */
export const isProcessed = ({ status, headers }: WireAnswer) =>
  status === 200 || (headers.get('location')?.includes('geopayResponse=') ?? false)

/**
 * A request to an endpoint: a genuine message, one mutated before or after signing, or raw bytes.
 * @param returns the messages that the gateway gave browsers
 */
export function drawEndpointRequest(
  name: EndpointName,
  { keys, returns, now }: { keys: Keys; returns: readonly string[]; now: Date },
  random: SeededRandom,
): RawRequest {
  const isReturn = name === 'return'
  const data = returns.length > 0 ? random.oneOf(returns) : '{"payment":{}}'
  const key = name === 'webhook' ? keys.webhook : keys.gateway
  const requestHeader = { ...headerOf('', now), kid: key.kid, digitalSign: '' }
  const { payment } = JSON.parse(data) as { payment: object }
  const message =
    name === 'webhook'
      ? { requestHeader, event: random.oneOf(['PAYMENT', 'PAYMENT_VOID']), payment }
      : { requestHeader }
  const body = isReturn
    ? new URLSearchParams({ data: returnedText(data, random) }).toString()
    : bodyOf(signedOrMutated(message, 'requestHeader', key, random))
  const type = isReturn ? 'application/x-www-form-urlencoded' : 'application/json'
  const wrongType = random.oneOf(['text/plain', '*/*', 'multipart/form-data'])
  const request = {
    path: MERCHANT_ENDPOINTS[name],
    body: random.bool(0.1) ? rawBytes(random, body) : Buffer.from(body),
    headers: { 'content-type': random.bool(0.95) ? type : wrongType },
  }
  return random.bool(0.1) ? malformedFraming(random, request) : request
}

const returnedText = (data: string, random: SeededRandom) =>
  random.bool(0.3) ? data : bodyOf(mutated(random, JSON.parse(data)))

/** The signed message, mutated after signing (bad signature) or before (valid signature), or neither. */
export function signedOrMutated(
  message: object,
  header: 'requestHeader' | 'responseHeader',
  { kid, privateKey: key }: KeyPair,
  random: SeededRandom,
): unknown {
  const sign = (content: object) => signed(content, header, { kid, key })
  const draw = random.next()
  if (draw < 0.3) return sign(message)
  if (draw < 0.6) return mutated(random, sign(message))
  const content = mutated(random, message)
  return typeof content === 'object' && content !== null ? sign(content) : content
}
