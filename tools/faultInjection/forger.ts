import { generateKeyPairSync } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { toHeaderTime } from '#contract/dates.ts'
import type { GatewayPayment, GatewayReturn } from '#contract/geopay.ts'
import { APP_NET } from '#contract/header.ts'
import { loadKeys } from '#sandbox/keys.ts'
import { isSigned, signed, type WireKey } from '#sandbox/signature.ts'
import type { Forgery } from '#tools/faultInjection/workload.ts'

/** What a forger knows of the payment that they want believed. */
export interface Known {
  token: string
  reference: string
  currency: '858' | '840'
  /** Cents. */
  amount: number
}
/** Makes up approvals that the gateway never gave. */
export interface Forger {
  /** The `data` of a return. */
  return(forgery: Forgery, known: Known): string
  webhook(forgery: Forgery, known: Known): object
  /** Whether a return is the gateway's own and about this very payment. */
  isGenuine(data: string, known: Known): boolean
}

/** @param keysDir the gateway's: a forger who holds a real key, but not the one that counts */
export async function openForger(keysDir: string): Promise<Forger> {
  const { gateway, webhook } = await loadKeys(keysDir)
  const alien = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const keyOf = (door: 'gateway' | 'webhook', forgery: Forgery): WireKey => {
    const right = door === 'gateway' ? gateway : webhook
    const other = door === 'gateway' ? webhook : gateway
    // Whatever signs, it says to be the key that the door expects: a key's name is no secret.
    const key =
      forgery === 'alienKey' ? alien : forgery === 'otherKey' ? other.privateKey : right.privateKey
    return { kid: right.kid, key }
  }
  return {
    return(forgery, known) {
      const responseHeader = {
        responseCode: '00',
        responseDescription: 'Aprobada',
        rrn: '000000000000',
        digitalSign: '',
      }
      const message = { responseHeader, token: known.token, reference: known.reference }
      const forged = twist(forgery, message, 'responseHeader', known, keyOf('gateway', forgery))
      return JSON.stringify(forged)
    },
    webhook(forgery, known) {
      const requestHeader = {
        dateTime: toHeaderTime(new Date()),
        ...APP_NET,
        auditNumber: 'forged',
        version: '3.02',
        digitalSign: '',
      }
      const message = { requestHeader, event: 'PAYMENT' }
      return twist(forgery, message, 'requestHeader', known, keyOf('webhook', forgery))
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

function twist(
  forgery: Forgery,
  message: object,
  header: 'requestHeader' | 'responseHeader',
  known: Known,
  key: WireKey,
): object {
  const whole: Record<string, unknown> & { [name in typeof header]?: object } = {
    ...message,
    payment: approvalOf(known),
  }
  if (forgery === 'unsigned') return { ...whole, [header]: { ...whole[header], kid: key.kid } }
  if (forgery !== 'altered') return signed(whole, header, key)
  // Rightly signed for one cent, and then made out to the whole amount.
  const cheap = { ...whole, payment: approvalOf({ ...known, amount: 1 }) }
  return { ...signed(cheap, header, key), payment: whole.payment }
}

function approvalOf({ token, reference, currency, amount }: Known): GatewayPayment {
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
 * Knocks at the webhook's door with a message.
 * @returns the status of the first answer; null when nobody is there for long enough
 */
export async function sendForgery(
  url: string,
  message: object,
  tries = 20,
): Promise<number | null> {
  for (let left = tries; left > 0; left -= 1) {
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
