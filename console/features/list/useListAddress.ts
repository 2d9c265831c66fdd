import { useLocation, useNavigate } from '@tanstack/react-router'
import { listRequest } from '#console/objectRequests.ts'
import type { KindName } from '#contract/console/objectKinds.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'

export function useListAddress(kind: KindName) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { params, setParams } = useSearchParams()
  return {
    request: listRequest(kind, params),
    /** The filters that are set, and the order: what a saved view keeps. */
    search: Object.fromEntries(
      Object.entries(params).filter(([name]) => name !== 'after' && name !== 'action'),
    ),
    /** Name of the list's action whose form is open; undefined for none. */
    action: params.action,
    setAction: (action: string) => setParams({ action }),
    /** Sets filters or the order, and shows the first page. */
    setFilter: (changes: Record<string, string>) => setParams({ ...changes, after: '' }),
    /** Back returns to the page before. */
    nextPage: (after: string) => void navigate({ to: pathname, search: { ...params, after } }),
  }
}
