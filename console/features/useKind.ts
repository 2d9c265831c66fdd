import { useLocation } from '@tanstack/react-router'
import { kindIn } from '#console/objectRequests.ts'
import type { KindName } from '#contract/console/objectKinds.ts'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'

/**
 * The path of a kind and the id of the object after it; empty for the list. While the next screen loads,
 * the address is that screen's, and the last one of a kind remains.
 */
export function useKind(): { kind: KindName; id: string } {
  const pathname = useLocation({ select: (location) => location.pathname })
  const ofKind = useLastDefined(kindIn(pathname) ? pathname : null)
  const kind = ofKind && kindIn(ofKind)
  if (!kind) throw new Error(`${pathname} is of no kind`)
  return { kind, id: decodeURIComponent(ofKind.split('/')[2] ?? '') }
}
