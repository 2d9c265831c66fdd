import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What is open was chosen on its list, which is one step back. */
    fromList?: boolean
  }
}

/** One thing of a list that is open. */
export interface SelectedParam {
  /** What the address names; empty while nothing is open. */
  chosen: string
  choose: (one: string) => void
  close: () => void
}

/**
 * The thing of a list that the address names: a link can open it, Back closes it, a reload keeps it.
 * @param name its word in the query
 */
export function useSelectedParam(name: string): SelectedParam {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const { history } = useRouter()
  const { [name]: chosen = '', ...others } = search as Record<string, string>
  // Going back takes a moment; the second of two taps on the cross would go back twice.
  const closing = useRef(false)
  useEffect(() => {
    closing.current = false
  }, [chosen])
  return {
    chosen,
    choose: (one) => {
      // The second of two taps: one step back must be enough to close it.
      if (one === chosen) return
      void navigate({
        to: pathname,
        search: { ...others, [name]: one },
        state: { fromList: true },
        resetScroll: false,
      })
    },
    close: () => {
      if (chosen === '' || closing.current) return
      closing.current = true
      if (state.fromList) history.back()
      else void navigate({ to: pathname, search: others, replace: true, resetScroll: false })
    },
  }
}
