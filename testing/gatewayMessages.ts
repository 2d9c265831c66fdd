import { sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalForm, type GatewayPayment } from '#contract/geopay.ts'

/** An approved payment, with other values for some fields. */
export const gatewayPayment = (fields: Partial<GatewayPayment> = {}): GatewayPayment => ({
  paymentToken: 'p',
  accessToken: 't',
  reference: 'r',
  merchantId: '900001',
  dateTime: '2026-09-07 12:00:00',
  state: 'PROCESSED',
  authorized: true,
  voided: false,
  refunded: false,
  authorizerCode: '00',
  authorizerDescription: 'Aprobada',
  paymentmode: 'CARD',
  currency: '858',
  amount: 100,
  tipAmount: 0,
  taxedAmount: 0,
  taxAmount: 0,
  ivaDiscountAmount: 0,
  law: '0',
  installments: '1',
  card: null,
  authorizer: null,
  ...fields,
})

/** The header of a request of the gateway, without its signature. */
export const gatewayRequestHeader = () => ({
  dateTime: '2026-09-07 12:00:00',
  netId: 'SURTIDOR',
  netDescription: 'Pasarela',
  auditNumber: String(Math.random()),
  version: '3.02',
  digitalSign: '',
})

type Header = 'requestHeader' | 'responseHeader'
/**
 * The text of a message, signed with a key of the gateway's folder.
 * @param header the header that takes the signature; its key id has to be in it
 */
export function signedText<Name extends Header>(
  keysDir: string,
  message: Record<Name, object>,
  header: Name,
  { key = 'gateway', algorithm = 'sha256' } = {},
): string {
  const text = Buffer.from(canonicalForm(message))
  const digitalSign = sign(algorithm, text, readFileSync(join(keysDir, `${key}.pem`))).toString(
    'base64',
  )
  return JSON.stringify({ ...message, [header]: { ...message[header], digitalSign } })
}
