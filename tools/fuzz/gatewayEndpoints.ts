import { MERCHANT_ENDPOINTS } from '#contract/geopay.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import type { KeyPair } from '#sandbox/keys.ts'
import { signed } from '#sandbox/signature.ts'
import { mutated, rawBytes, malformedFraming } from '#tools/fuzz/generators.ts'
import type { RawRequest, RawResponse } from '#tools/fuzz/rawHttpClient.ts'
import { headerOf, type Person } from '#tools/fuzz/people.ts'
import type { FuzzEnvironment } from '#tools/fuzz/environment.ts'

/** One of the three doors that the card gateway uses. */
export interface GatewayEndpoint {
  name: string
  path: string
  /** Statuses that it may answer a POST with. */
  allowed: readonly number[]
  /** Whether it did its work. */
  isDone(heard: RawResponse): boolean
}
/** Statuses to another method than POST. */
export const ELSEWISE: readonly number[] = [400, 404, 413, 415]
const MESSAGE = [200, 400, 401, 413, 415]
export const GATEWAY_ENDPOINTS: readonly GatewayEndpoint[] = [
  {
    name: 'return',
    path: MERCHANT_ENDPOINTS.return,
    allowed: [303],
    isDone: ({ location }) => location.includes('geopayResponse='),
  },
  {
    name: 'webhook',
    path: MERCHANT_ENDPOINTS.webhook,
    // What the gateway says by its key and does not confirm yet, it is asked to say again.
    allowed: [...MESSAGE, 503],
    isDone: ({ status }) => status === 200,
  },
  {
    name: 'echoTest',
    path: MERCHANT_ENDPOINTS.echoTest,
    allowed: MESSAGE,
    isDone: ({ status }) => status === 200,
  },
]

/** What is brought to a door: the gateway's own word, bent before it is signed, bent after, or noise. */
export function sendToEndpoint(
  { keys }: FuzzEnvironment,
  { name, path }: GatewayEndpoint,
  payer: Person,
  luck: SeededRandom,
): RawRequest {
  const data = payer.learnt.returns.length > 0 ? luck.oneOf(payer.learnt.returns) : '{"payment":{}}'
  const key = name === 'webhook' ? keys.webhook : keys.gateway
  const header = { ...headerOf('', luck.next()), kid: key.kid, digitalSign: '' }
  const { payment } = JSON.parse(data) as { payment: object }
  const message =
    name === 'webhook'
      ? { requestHeader: header, event: luck.oneOf(['PAYMENT', 'PAYMENT_VOID']), payment }
      : { requestHeader: header }
  const text =
    name === 'return'
      ? asBrought(data, luck)
      : JSON.stringify(asSigned(message, 'requestHeader', key, luck))
  const body = name === 'return' ? new URLSearchParams({ data: text }).toString() : text
  const usual = name === 'return' ? 'application/x-www-form-urlencoded' : 'application/json'
  const asked = {
    path,
    body: luck.bool(0.1) ? rawBytes(luck, body) : Buffer.from(body),
    type: luck.bool(0.95) ? usual : luck.oneOf(['text/plain', '', '*/*', 'multipart/form-data']),
  }
  return luck.bool(0.1) ? malformedFraming(luck, asked) : asked
}

const asBrought = (data: string, luck: SeededRandom) =>
  luck.bool(0.3) ? data : JSON.stringify(mutated(luck, JSON.parse(data)))

/** Signed as it is, bent after it was signed, or bent before: what a gateway gone mad would send. */
export function asSigned(
  message: object,
  header: 'requestHeader' | 'responseHeader',
  { kid, privateKey: key }: KeyPair,
  luck: SeededRandom,
): unknown {
  const sealed = (what: object) => signed(what, header, { kid, key })
  const way = luck.next()
  if (way < 0.3) return sealed(message)
  if (way < 0.6) return mutated(luck, sealed(message))
  const odd = mutated(luck, message)
  return typeof odd === 'object' && odd !== null ? sealed(odd) : odd
}
