import type { App } from '#app/context.ts'
import { hasPaymentInProgress } from '#app/features/payments/paymentInProgress.ts'
import { DAY_MS } from '#contract/dates.ts'
import { passkeys } from '#contract/passkey/passkeys.ts'
import { hasPlatformAuthenticator } from '#kit/browser/passkey.ts'

/** The storage entry with the time of the last answer to the invitation, in milliseconds since 1970. */
const ANSWERED = 'passkeyAnswered'
/** How long an answer is remembered. */
const PAUSE_MS = 180 * DAY_MS

/**
 * Whether to invite to create a passkey: the person was not asked on this device for half a year, is
 * not paying and has none, and the device can hold one. False when it cannot be found out.
 */
export async function isPasskeyWanted({
  storage,
  clock,
  call,
}: Pick<App, 'storage' | 'clock' | 'call'>): Promise<boolean> {
  const now = clock.now()
  const answered = Number(storage.getItem(ANSWERED) ?? 0)
  if (now.getTime() - answered < PAUSE_MS || hasPaymentInProgress(storage, now)) return false
  try {
    return (await hasPlatformAuthenticator()) && (await call(passkeys, {})).passkeys.length === 0
  } catch (error) {
    console.warn('No se pudo saber si hay una llave de acceso', error)
    return false
  }
}

/** Remembers that the person answered. */
export function rememberPasskeyAnswer({ storage, clock }: Pick<App, 'storage' | 'clock'>): void {
  try {
    storage.setItem(ANSWERED, String(clock.now().getTime()))
  } catch (error) {
    console.warn('No se pudo guardar que se ofreció una llave de acceso', error)
  }
}
