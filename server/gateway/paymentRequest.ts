import { toStamp } from '#contract/dates.ts'
import type { PaymentRequest } from '#contract/geopay.ts'
import type { Config } from '#server/config.ts'

/** What we ask the gateway to open: all of it from our own rows. */
export interface Opening {
  auditNumber: string
  /** When the attempt was made: a repeat says the same. */
  at: Date
  reference: string
  currency: '858' | '840'
  /** The whole charge in cents, tip included. */
  amount: number
  tipAmount: number
  taxedAmount: number
  taxAmount: number
  /** The most that the person may choose on the hosted page. */
  installments: number
  indi: 0 | 1 | 2 | 3 | 4 | 6
  finalConsumer: boolean
  concept: string
  invoiceNumber: string
  client: { email: string; firstName: string; lastName: string; mobile: string; address: string }
}

/** The body of `payment`, without its header. */
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
      date: toStamp(opening.at).slice(0, 8),
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
  }
}

/**
 * A person's address ("street, city, country") as the hosted page can bear it: its door number is
 * digits alone, for one with a slash ("S/N") crashes the page (IF99), and none at all is 0.
 */
export function invoiceAddress(address: string) {
  const [line = '', city = ''] = address.split(',').map((part) => part.trim())
  const unnumbered = /\bs\/n\b/i
  const numbers = unnumbered.test(line) ? [] : [...line.matchAll(/(?<=\s)\d{1,6}(?=\s|$)/g)]
  const [door, at] = [numbers.at(-1)?.[0], numbers.at(-1)?.index ?? line.length]
  const street = (line.slice(0, at) + line.slice(at + (door?.length ?? 0)))
    .replace(unnumbered, '')
    .replaceAll(/[/\s]+/g, ' ')
    .trim()
  return { country: 'UY', city: city.replaceAll('/', ' '), street, doorNumber: door ?? '0' }
}
