import { useEffect, useEffectEvent } from 'react'
import type { Assertion } from '#contract/fields/passkeyCredential.ts'
import type { Call } from '#kit/api/apiClient.ts'

/**
 * Lets the browser suggest passkeys in the login's first field, except while a sign-in is pending: the
 * browser does one of both at a time. Its script is loaded once it is needed.
 * @param whenIdle delays it; by default it begins at once
 */
export function usePasskeySuggestions(
  call: Call,
  { isPending, onChosen }: { isPending: boolean; onChosen: (assertion: Assertion) => void },
  whenIdle: (task: () => void) => void = (task) => task(),
): void {
  const choose = useEffectEvent(onChosen)
  useEffect(() => {
    if (isPending || !('PublicKeyCredential' in globalThis)) return undefined
    let stop: () => void = () => undefined
    let isOver = false
    const suggest = async () => {
      const { suggestPasskeys } = await import('#shared/passkeys/suggestPasskeys.ts')
      if (!isOver) stop = suggestPasskeys(call, choose)
    }
    whenIdle(() => {
      if (!isOver) suggest().catch(console.warn)
    })
    return () => {
      isOver = true
      stop()
    }
  }, [call, isPending, whenIdle])
}
