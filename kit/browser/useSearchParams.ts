import { useLocation, useNavigate } from '@tanstack/react-router'

type Params = Readonly<Record<string, string>>

/** The change of a query; empty texts leave it. Two changes before the screen is drawn again both count. */
export const withParams =
  (changes: Params) =>
  (current: object): Params =>
    Object.fromEntries(
      Object.entries({ ...(current as Params), ...changes }).filter(([, value]) => value !== ''),
    )

/**
 * The query parameters of the address, where a list stores its filters: a reload or Back finds them
 * again. A change replaces the entry of the history, so that Back leaves the list; an empty text removes
 * a parameter.
 */
export function useSearchParams() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const setParams = (changes: Params) =>
    void navigate({
      to: pathname,
      search: withParams(changes),
      state: true,
      replace: true,
      resetScroll: false,
    })
  return { params: search as Params, setParams }
}
