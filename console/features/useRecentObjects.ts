import { useEffect, useEffectEvent } from 'react'
import { useOperatorStorage } from '#console/features/useOperatorStorage.ts'
import type { KindName } from '#contract/console/objectKinds.ts'

/** An object whose page the operator opened, with its title as the page shows it masked. */
interface RecentObject {
  kind: KindName
  id: string
  title: string
}

const MAX_RECENT = 8

/** The objects whose pages the operator opened in this tab, the newest first. */
export const useRecentObjects = () =>
  useOperatorStorage<RecentObject>('recent objects', 'sessionStorage')

/**
 * Remembers an object.
 * @param title undefined while the page loads, and while it shows personal data
 */
export function useRemembered(kind: KindName, id: string, title: string | undefined): void {
  const [recent, store] = useRecentObjects()
  const remember = useEffectEvent((masked: string) =>
    store(
      [
        { kind, id, title: masked },
        ...recent.filter((one) => one.kind !== kind || one.id !== id),
      ].slice(0, MAX_RECENT),
    ),
  )
  useEffect(() => {
    // An id that is an email is of a person without an account.
    if (title && !id.includes('@')) remember(title)
  }, [id, title])
}
