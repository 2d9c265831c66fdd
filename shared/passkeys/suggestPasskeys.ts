import { CHALLENGE_LIFETIME } from '#contract/entities/passkey.ts'
import type { Assertion } from '#contract/fields/passkeyCredential.ts'
import type { Call } from '#kit/api/apiClient.ts'
import { offerPasskeys, stopOffer, supportsPasskeys } from '#kit/browser/passkey.ts'
import { passkeyOptions } from '#shared/passkeys/callLoginPasskey.ts'

/** Milliseconds after which the suggestions get a new challenge: a minute before the server refuses it. */
const RENEWAL = CHALLENGE_LIFETIME - 60_000

/**
 * Lets the browser suggest passkeys in the login's first field while the screen is shown. Errors are
 * not reported: the person has asked for nothing.
 * @param onChosen receives the challenge that the chosen passkey signed
 * @param ended ends the suggestions
 */
export function suggestPasskeys(
  call: Call,
  onChosen: (assertion: Assertion) => void,
  ended: AbortSignal,
): void {
  if (!supportsPasskeys() || globalThis.nativePasskeys || ended.aborted) return
  const suggest = async () => {
    if (document.hidden) return
    const options = await passkeyOptions(call)
    const assertion = ended.aborted ? null : await offerPasskeys(options)
    if (assertion && !ended.aborted) onChosen(assertion)
  }
  const suggestQuietly = () => void suggest().catch(console.warn)
  suggestQuietly()
  const timer = setInterval(suggestQuietly, RENEWAL)
  ended.addEventListener('abort', () => {
    clearInterval(timer)
    void stopOffer()
  })
}
