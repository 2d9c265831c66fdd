import { parseUrl } from '#shared/shell/urls.ts'

/** The form of a debt's reference: letters, an optional dash, digits: `FAC-000123456`. */
const REFERENCE = /^[A-Z]{1,6}-?\d{1,20}$/i

/** Routes of our own addresses that may select a debt. */
const ROUTES = ['/payment', '/readScann', '/paymentScann']

/**
 * The debt's reference in a scanned text: the text itself, or the parameter of one of our own
 * addresses. The text comes from outside: it is never navigated to.
 * @param origin the app's own: `https://surtidor.uy`
 * @returns null when it is no code of Surtidor
 */
export function scannedReference(text: string, origin: string): string | null {
  const candidate = referenceOfAddress(text.trim(), origin) ?? text.trim()
  return REFERENCE.test(candidate) ? candidate.toUpperCase() : null
}

function referenceOfAddress(text: string, origin: string): string | null {
  const address = parseUrl(text)
  if (!address || address.origin !== origin || address.username !== '' || address.password !== '')
    return null
  const [route = '', query = ''] = address.hash.slice(1).split('?')
  return ROUTES.includes(route) ? new URLSearchParams(query).get('reference') : null
}
