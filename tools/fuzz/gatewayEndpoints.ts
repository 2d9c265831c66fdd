import { MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import type { KeyPair, Keys } from '#sandbox/keys.ts'
import { signed } from '#sandbox/signature.ts'
import { headerOf } from '#testing/harness/testClient.ts'
import { malformedFraming, type RawRequest, type RawResponse } from '#tools/fuzz/rawHttp.ts'
import { mutated, rawBytes } from '#tools/fuzz/requestValues.ts'

/** One of the three endpoints that the gateway calls. */
export interface GatewayEndpoint {
  name: string
  path: string
  /** Statuses that it may answer to a POST. */
  allowed: readonly number[]
  /** Whether an answer shows that the message was processed. */
  isProcessed(response: RawResponse): boolean
}
/** Statuses that an endpoint may answer to another method. */
export const ALLOWED_TO_OTHER_METHODS: readonly number[] = [400, 404, 413, 415]
const ALLOWED_TO_MESSAGES = [200, 400, 401, 413, 415]
export const GATEWAY_ENDPOINTS: readonly GatewayEndpoint[] = [
  {
    name: 'return',
    path: MERCHANT_ENDPOINTS.return,
    allowed: [303],
    isProcessed: ({ headers }) => headers.get('location')?.includes('geopayResponse=') ?? false,
  },
  {
    name: 'webhook',
    path: MERCHANT_ENDPOINTS.webhook,
    // 503 asks for a repeat: the signature is valid and the gateway does not confirm the payment yet.
    allowed: [...ALLOWED_TO_MESSAGES, 503],
    isProcessed: ({ status }) => status === 200,
  },
  {
    name: 'echoTest',
    path: MERCHANT_ENDPOINTS.echoTest,
    allowed: ALLOWED_TO_MESSAGES,
    isProcessed: ({ status }) => status === 200,
  },
]

/** A request to an endpoint: a genuine message, one mutated before or after signing, or raw bytes. */
export function drawEndpointRequest(
  keys: Keys,
  { name, path }: GatewayEndpoint,
  /** The messages that the gateway gave browsers. */
  returns: readonly string[],
  random: SeededRandom,
): RawRequest {
  const data = returns.length > 0 ? random.oneOf(returns) : '{"payment":{}}'
  const key = name === 'webhook' ? keys.webhook : keys.gateway
  const header = { ...headerOf('', new Date()), kid: key.kid, digitalSign: '' }
  const { payment } = JSON.parse(data) as { payment: object }
  const message =
    name === 'webhook'
      ? { requestHeader: header, event: random.oneOf(['PAYMENT', 'PAYMENT_VOID']), payment }
      : { requestHeader: header }
  const text =
    name === 'return'
      ? returnedText(data, random)
      : JSON.stringify(signedOrMutated(message, 'requestHeader', key, random))
  const body = name === 'return' ? new URLSearchParams({ data: text }).toString() : text
  const contentType = name === 'return' ? 'application/x-www-form-urlencoded' : 'application/json'
  const rawRequest = {
    path,
    body: random.bool(0.1) ? rawBytes(random, body) : Buffer.from(body),
    type: random.bool(0.95)
      ? contentType
      : random.oneOf(['text/plain', '', '*/*', 'multipart/form-data']),
  }
  return random.bool(0.1) ? malformedFraming(random, rawRequest) : rawRequest
}

const returnedText = (data: string, random: SeededRandom) =>
  random.bool(0.3) ? data : JSON.stringify(mutated(random, JSON.parse(data)))

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
