import { generateKeyPairSync } from 'node:crypto'
import { toHeaderTime } from '#contract/dates.ts'
import type { GatewayReturn } from '#contract/geopay.ts'
import { type KeyPair, loadKeys } from '#sandbox/keys.ts'
import { isSigned, signed } from '#sandbox/signature.ts'
import { gatewayPayment, gatewayRequestHeader } from '#testing/fixtures/gatewayMessages.ts'

/** The fault of a forged message's signature. */
export const FORGERIES = ['unsigned', 'unknownKey', 'otherKey', 'altered'] as const
export type Forgery = (typeof FORGERIES)[number]

/** The public facts of a payment that a forged approval names. */
export interface PaymentFacts {
  token: string
  reference: string
  currency: '858' | '840'
  /** Cents. */
  amount: number
}
/** Makes messages that approve a payment and that the gateway never sent. */
export type Forger = Awaited<ReturnType<typeof createForger>>

/**
 * @param keysDir the gateway's keys: `otherKey` signs with its valid key of another purpose
 * @param now the time of the messages
 */
export async function createForger(keysDir: string, now = () => new Date()) {
  const { gateway, webhook } = await loadKeys(keysDir)
  const unknown = generateKeyPairSync('rsa', { modulusLength: 2048 })
  function forge(
    forgery: Forgery,
    header: 'requestHeader' | 'responseHeader',
    message: object,
    facts: PaymentFacts,
    keys: { expected: KeyPair; other: KeyPair },
  ): object {
    const approval = (cents: number) => {
      const payment = approvedPayment({ ...facts, amount: cents }, now())
      return { ...message, payment } as { [name in typeof header]?: object }
    }
    const signers = { unknownKey: unknown, otherKey: keys.other }
    const { privateKey } = signers[forgery as keyof typeof signers] ?? keys.expected
    // The message names the key that the endpoint expects: key ids are public.
    const key = { kid: keys.expected.kid, key: privateKey }
    // `altered` is signed for one cent; the amount is replaced after signing.
    const forged = signed(approval(forgery === 'altered' ? 1 : facts.amount), header, key)
    const digitalSign = forgery === 'unsigned' ? { digitalSign: '' } : {}
    return { ...approval(facts.amount), [header]: { ...forged[header], ...digitalSign } }
  }
  return {
    /** The field `data` of a return. */
    forgeReturn(forgery: Forgery, payment: PaymentFacts): string {
      const { token, reference } = payment
      const responseHeader = {
        responseCode: '00',
        responseDescription: 'Aprobada',
        rrn: '000000000000',
      }
      const message = { responseHeader, token, reference }
      const keys = { expected: gateway, other: webhook }
      return JSON.stringify(forge(forgery, 'responseHeader', message, payment, keys))
    },
    forgeWebhook(forgery: Forgery, payment: PaymentFacts): object {
      const requestHeader = { ...gatewayRequestHeader(), dateTime: toHeaderTime(now()) }
      const message = { requestHeader, event: 'PAYMENT' }
      const keys = { expected: webhook, other: gateway }
      return forge(forgery, 'requestHeader', message, payment, keys)
    },
    /** Whether the gateway signed this `data`, for this token and amount. */
    isGenuine(data: string, { token, amount }: PaymentFacts): boolean {
      const message = JSON.parse(data) as GatewayReturn
      const { payment } = message
      const key = { kid: gateway.kid, key: gateway.publicKey }
      const isSame = payment.accessToken === token && payment.amount === amount
      return isSame && isSigned(message, 'responseHeader', key)
    },
  }
}

/** Takes these facts alone: a caller's debt has further fields, which would make the message invalid. */
const approvedPayment = ({ token, reference, currency, amount }: PaymentFacts, at: Date) =>
  gatewayPayment({
    reference,
    currency,
    amount,
    accessToken: token,
    paymentToken: `forged-${token.slice(0, 12)}`,
    dateTime: toHeaderTime(at),
    authorizer: { authorizationCode: '000000' },
  })
