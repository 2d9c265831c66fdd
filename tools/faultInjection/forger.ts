import { generateKeyPairSync } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { toHeaderTime } from '#contract/dates.ts'
import type { GatewayPayment, GatewayReturn } from '#contract/geopay.ts'
import { APP_NET } from '#contract/header.ts'
import { loadKeys } from '#sandbox/keys.ts'
import { isSigned, signed, type WireKey } from '#sandbox/signature.ts'
import type { Forgery } from '#tools/faultInjection/workload.ts'

/** The public facts of a payment that a forged approval names. */
export interface PaymentFacts {
  token: string
  reference: string
  currency: '858' | '840'
  /** Cents. */
  amount: number
}
/** Makes messages that approve a payment and that the gateway never sent. */
export interface Forger {
  /** The field `data` of a return. */
  forgeReturn(forgery: Forgery, payment: PaymentFacts): string
  forgeWebhook(forgery: Forgery, payment: PaymentFacts): object
  /** Whether the gateway signed this `data`, for this token and amount. */
  isGenuine(data: string, payment: PaymentFacts): boolean
}

/** @param keysDir the gateway's keys: `otherKey` signs with its valid key of another purpose */
export async function createForger(keysDir: string): Promise<Forger> {
  const { gateway, webhook } = await loadKeys(keysDir)
  const unknownKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const keyOf = (endpoint: 'gateway' | 'webhook', forgery: Forgery): WireKey => {
    const expected = endpoint === 'gateway' ? gateway : webhook
    const other = endpoint === 'gateway' ? webhook : gateway
    const key =
      forgery === 'unknownKey'
        ? unknownKey
        : forgery === 'otherKey'
          ? other.privateKey
          : expected.privateKey
    // The message names the key that the endpoint expects: key ids are public.
    return { kid: expected.kid, key }
  }
  return {
    forgeReturn(forgery, payment) {
      const responseHeader = {
        responseCode: '00',
        responseDescription: 'Aprobada',
        rrn: '000000000000',
        digitalSign: '',
      }
      const { token, reference } = payment
      const message = { responseHeader, token, reference }
      const forged = forge(forgery, message, 'responseHeader', payment, keyOf('gateway', forgery))
      return JSON.stringify(forged)
    },
    forgeWebhook(forgery, payment) {
      const requestHeader = {
        dateTime: toHeaderTime(new Date()),
        ...APP_NET,
        auditNumber: 'forged',
        version: '3.02',
        digitalSign: '',
      }
      const message = { requestHeader, event: 'PAYMENT' }
      return forge(forgery, message, 'requestHeader', payment, keyOf('webhook', forgery))
    },
    isGenuine(data, { token, amount }) {
      const message = JSON.parse(data) as GatewayReturn
      const key = { kid: gateway.kid, key: gateway.publicKey }
      const { payment } = message
      return (
        payment.accessToken === token &&
        payment.amount === amount &&
        isSigned(message, 'responseHeader', key)
      )
    },
  }
}

function forge(
  forgery: Forgery,
  message: object,
  header: 'requestHeader' | 'responseHeader',
  facts: PaymentFacts,
  key: WireKey,
): object {
  const approval: Record<string, unknown> & { [name in typeof header]?: object } = {
    ...message,
    payment: approvedPayment(facts),
  }
  if (forgery === 'unsigned')
    return { ...approval, [header]: { ...approval[header], kid: key.kid } }
  if (forgery !== 'altered') return signed(approval, header, key)
  // Signed for one cent; the amount is replaced after signing.
  const ofOneCent = { ...approval, payment: approvedPayment({ ...facts, amount: 1 }) }
  return { ...signed(ofOneCent, header, key), payment: approval.payment }
}

function approvedPayment({ token, reference, currency, amount }: PaymentFacts): GatewayPayment {
  return {
    paymentToken: `forged-${token.slice(0, 12)}`,
    accessToken: token,
    reference,
    merchantId: '900001',
    dateTime: toHeaderTime(new Date()),
    state: 'PROCESSED',
    authorized: true,
    voided: false,
    refunded: false,
    authorizerCode: '00',
    authorizerDescription: 'Aprobada',
    paymentmode: 'CARD',
    currency,
    amount,
    tipAmount: 0,
    taxedAmount: 0,
    taxAmount: 0,
    ivaDiscountAmount: 0,
    law: '0',
    installments: '1',
    card: {
      cardBrandName: 'Crédito de prueba',
      issuerName: 'Banco de Pruebas',
      type: 'C',
      cardMask: '999900******0001',
    },
    authorizer: { authorizationCode: '000000' },
  }
}

/**
 * Posts a message to the webhook endpoint until it answers something else than 503.
 * @returns the HTTP status; null when no try got an answer
 */
export async function sendForgery(
  url: string,
  message: object,
  maxTries = 20,
): Promise<number | null> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const status = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(10_000),
    }).then(
      (answer) => answer.status,
      () => null,
    )
    if (status !== null && status !== 503) return status
    await sleep(300)
  }
  return null
}
