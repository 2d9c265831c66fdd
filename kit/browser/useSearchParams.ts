import { useLocation, useNavigate } from '@tanstack/react-router'

/**
 * The query parameters of the address, where a list stores its filters: a reload or Back finds them
 * again. A change replaces the entry of the history, so that Back leaves the list; an empty text removes
 * a parameter.
 */
export function useSearchParams() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const params = search as Readonly<Record<string, string>>
  const setParams = (changes: Readonly<Record<string, string>>) => {
    const next = Object.entries({ ...params, ...changes }).filter(([, value]) => value !== '')
    void navigate({
      to: pathname,
      search: Object.fromEntries(next),
      state: true,
      replace: true,
      resetScroll: false,
    })
  }
  return { params, setParams }
}
