import { toDate } from '#contract/dates.ts'
import { MERCHANT_NAME, type PaymentRequest, REFUND_BASIS_POINTS } from '#contract/geopay.ts'
import type { PersonRow } from '#db/accounts/people.ts'
import type { Attempt } from '#db/payments/attempts.ts'
import type { DebtRow } from '#db/payments/debts.ts'
import type { Config } from '#server/config.ts'

/** The rows of which a payment is opened (P8). */
export interface Opening {
  attempt: Attempt
  debt: DebtRow
  payer: PersonRow
}

/**
 * The body of the call `payment`, without its header. A repeat for the same attempt has the same body.
 */
export function paymentRequest(
  { attempt, debt, payer }: Opening,
  { merchantId, callback }: Config['gateway'],
): Omit<PaymentRequest, 'requestHeader'> {
  const { currency, amount, tipAmount, taxedAmount, taxAmount, installments, indi } = attempt
  return {
    merchantId,
    currency,
    amount,
    tipAmount,
    taxedAmount,
    taxAmount,
    installments: String(installments),
    indi,
    reference: attempt.debtReference,
    invoice: {
      number: debt.invoiceNumber,
      totalAmount: amount,
      currency,
      date: toDate(attempt.createdAt),
      description: debt.concept,
      finalConsumer: debt.finalConsumer,
      address: invoiceAddress(payer.address),
    },
    client: {
      clientIdType: 'EMAIL',
      clientId: payer.email,
      email: payer.email,
      firstName: payer.firstName,
      lastName: payer.firstSurname,
      mobile: payer.mobile,
    },
    config: { callbackUrl: callback, useRedirect: true },
    ecommerceAdditionalData: [
      { name: MERCHANT_NAME, value: debt.merchantName },
      ...(debt.refundBasisPoints === null
        ? []
        : [{ name: REFUND_BASIS_POINTS, value: String(debt.refundBasisPoints) }]),
    ],
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
