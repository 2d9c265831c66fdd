import { useLocation, useNavigate } from '@tanstack/react-router'
import { REQUEST_STATES, type RequestState } from '#contract/entities/membershipRequest.ts'

/** The filters of the list besides the single states. */
export const AWAITING = 'mine'
export const ALL = 'all'

/** The filter of the list: a state, or a filter above; the text of the search; the order. */
export interface RequestFilter {
  state: typeof AWAITING | typeof ALL | RequestState
  search: string
  order: 'oldest' | 'newest'
}

/** The filter that an address asks for. */
function filterFromSearch(
  search: Partial<Record<keyof RequestFilter, string>>,
  defaultState: typeof AWAITING | typeof ALL,
): RequestFilter {
  const { state = defaultState, search: text = '', order } = search
  const valid = [AWAITING, ALL, ...REQUEST_STATES].some((one) => one === state)
  // Roles that only read have nothing that waits for them.
  const isOpen = valid && !(state === AWAITING && defaultState === ALL)
  return {
    state: isOpen ? (state as RequestFilter['state']) : defaultState,
    search: text,
    order: order === 'newest' ? 'newest' : 'oldest',
  }
}

/** The filter of the list, stored in the address: a reload or Back finds it again. */
export function useRequestFilter(defaultState: typeof AWAITING | typeof ALL) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const filter = filterFromSearch(search, defaultState)
  const setFilter = (change: Partial<RequestFilter>) => {
    const { state, search: text, order } = { ...filter, ...change }
    // A search that starts after the typing must not close a request that was opened meanwhile.
    const { reference } = search as { reference?: string }
    void navigate({
      to: pathname,
      search: {
        ...(reference && { reference }),
        ...(state !== defaultState && { state }),
        ...(text && { search: text }),
        ...(order !== 'oldest' && { order }),
      },
      state: true,
      replace: true,
      resetScroll: false,
    })
  }
  return { filter, setFilter }
}
