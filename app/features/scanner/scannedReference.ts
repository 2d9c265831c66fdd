import { debtsLike } from '#app/features/payments/debtSummary.ts'
import type { Debt } from '#contract/entities/debt.ts'
import { parseUrl } from '#shared/shell/urls.ts'

/** The usual form of a reference, of a debt that the person does not have (any more): `FAC-000123456`, `FAC-2026-00017`. */
const REFERENCE = /^[A-Z]{1,6}(?:[- ]?\d{1,20}){1,3}$/i

const PAYMENT_REQUEST = /^[A-Z\d]{6,40}$/

const ROUTES = ['/payment', '/readScann', '/paymentScann']

/**
 * The debt's reference in a scanned text: the text itself, or the parameter of one of our own
 * addresses. The text comes from outside: it is never navigated to.
 * @param origin the app's own: `https://surtidor.uy`
 * @param debts of the person, whose references may have any form
 * @returns null when it is no code of Surtidor
 */
export function scannedReference(
  text: string,
  origin: string,
  debts: readonly Debt[],
): string | null {
  const candidate = ownParameter(text, origin, 'reference') ?? text.trim()
  const [debt, other] = debtsLike(debts, candidate)
  if (debt && !other) return debt.reference
  return REFERENCE.test(candidate) ? candidate.toUpperCase() : null
}

/**
 * The code of a payment request in a scanned text: the parameter of one of our own addresses, as a till
 * shows it.
 * @returns null when it is no payment request
 */
export function scannedPaymentRequest(text: string, origin: string): string | null {
  const code = ownParameter(text, origin, 'payment')
  return code !== null && PAYMENT_REQUEST.test(code) ? code : null
}

/** A parameter of a text that is one of our own addresses. */
function ownParameter(text: string, origin: string, name: string): string | null {
  const address = parseUrl(text.trim())
  if (!address || address.origin !== origin || address.username !== '' || address.password !== '')
    return null
  const [route = '', query = ''] = address.hash.slice(1).split('?')
  return ROUTES.includes(route) ? new URLSearchParams(query).get(name) : null
}
