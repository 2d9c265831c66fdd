import { useMatch } from '@tanstack/react-router'
import { kindIn } from '#console/objectRequests.ts'
import type { KindName } from '#contract/console/objectKinds.ts'

/**
 * The kind of a screen's own route, and the id of the object after it; empty for the list. The address is
 * already that of the next screen while this one is still drawn.
 */
export function useKind(): { kind: KindName; id: string } {
  const pathname = useMatch({ strict: false, select: (match) => match.pathname })
  const kind = kindIn(pathname)
  if (!kind) throw new Error(`${pathname} is of no kind`)
  return { kind, id: decodeURIComponent(pathname.split('/')[2] ?? '') }
}
