import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ListFilter } from '#contract/console/objectKind.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'

/** The filters and the page of a list, which are in the address. */
export function useListAddress(filters: readonly ListFilter[]) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { params, setParams } = useSearchParams()
  const chosen = Object.fromEntries(filters.map(({ name }) => [name, params[name] ?? '']))
  return {
    /** Values by the names of the filters; empty for one that is not set. */
    chosen,
    /** Cursor of the page; empty for the first. */
    after: params.after ?? '',
    /** Sets filters, and shows the first page. */
    setFilter: (changes: Record<string, string>) => setParams({ ...changes, after: '' }),
    /** Back returns to the page before. */
    nextPage: (after: string) => void navigate({ to: pathname, search: { ...params, after } }),
  }
}
