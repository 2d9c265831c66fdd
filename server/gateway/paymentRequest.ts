import { toDate } from '#contract/dates.ts'
import { MERCHANT_NAME, type PaymentRequest } from '#contract/geopay.ts'
import type { Config } from '#server/config.ts'

/** The data that open a payment, all from our own rows (P8). */
export interface Opening {
  auditNumber: string
  /** When the attempt was created, so that a repeated request has the same body. */
  at: Date
  reference: string
  currency: '858' | '840'
  /** The whole charge in cents, tip included. */
  amount: number
  tipAmount: number
  taxedAmount: number
  taxAmount: number
  /** The largest number that the payer may choose on the hosted page. */
  installments: number
  indi: 0 | 1 | 2 | 3 | 4 | 6
  finalConsumer: boolean
  concept: string
  /** The station to which the debt is owed. */
  merchantName: string
  invoiceNumber: string
  client: { email: string; firstName: string; lastName: string; mobile: string; address: string }
}

/** The body of the call `payment`, without its header. */
export function paymentRequest(
  opening: Opening,
  { merchantId, callback }: Config['gateway'],
): Omit<PaymentRequest, 'requestHeader'> {
  const { client, currency, amount } = opening
  return {
    merchantId,
    currency,
    amount,
    tipAmount: opening.tipAmount,
    taxedAmount: opening.taxedAmount,
    taxAmount: opening.taxAmount,
    installments: String(opening.installments),
    indi: opening.indi,
    reference: opening.reference,
    invoice: {
      number: opening.invoiceNumber,
      totalAmount: amount,
      currency,
      date: toDate(opening.at),
      description: opening.concept,
      finalConsumer: opening.finalConsumer,
      address: invoiceAddress(client.address),
    },
    client: {
      clientIdType: 'EMAIL',
      clientId: client.email,
      email: client.email,
      firstName: client.firstName,
      lastName: client.lastName,
      mobile: client.mobile,
    },
    config: { callbackUrl: callback, useRedirect: true },
    ecommerceAdditionalData: [{ name: MERCHANT_NAME, value: opening.merchantName }],
  }
}

/**
 * A person's address ("street, city, country") for the hosted page, which fails (IF99) on a door
 * number with a slash such as "S/N" (`docs/geopay.md`): digits only, and 0 for none.
 */
export function invoiceAddress(address: string) {
  const [streetLine = '', city = ''] = address.split(',').map((part) => part.trim())
  const noNumber = /\bs\/n\b/i
  const numbers = noNumber.test(streetLine)
    ? []
    : [...streetLine.matchAll(/(?<=\s)\d{1,6}(?=\s|$)/g)]
  const [door, at] = [numbers.at(-1)?.[0], numbers.at(-1)?.index ?? streetLine.length]
  const street = (streetLine.slice(0, at) + streetLine.slice(at + (door?.length ?? 0)))
    .replace(noNumber, '')
    .replaceAll(/[/\s]+/g, ' ')
    .trim()
  return { country: 'UY', city: city.replaceAll('/', ' '), street, doorNumber: door ?? '0' }
}
