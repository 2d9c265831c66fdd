/** Storage entry with the time, in milliseconds since the epoch, at which a payment counts as left. */
const KEY = 'paymentUntil'
/**
 * Milliseconds for which a card can be charged after the attempt was opened: the life of its token
 * with the server's grace (docs/geopay.md, "Tokens"), and time to come back.
 */
const LIFE_MS = 15 * 60_000

/**
 * Marks a payment as in progress, from opening the attempt to its final result, in all tabs and while
 * the person is at the gateway.
 */
export function markPayment(storage: Storage, now: Date): void {
  try {
    storage.setItem(KEY, String(now.getTime() + LIFE_MS))
  } catch (error) {
    console.warn('No se pudo anotar el pago en curso', error)
  }
}

export const unmarkPayment = (storage: Storage): void => storage.removeItem(KEY)

export function hasPaymentInProgress(storage: Storage, now: Date): boolean {
  const until = Number(storage.getItem(KEY) ?? 0)
  // A mark further ahead comes from a clock that was set back.
  return until > now.getTime() && until <= now.getTime() + LIFE_MS
}
