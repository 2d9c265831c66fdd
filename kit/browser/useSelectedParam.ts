import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The item was selected in its list, which is the previous entry of the history. */
    fromList?: boolean
  }
}

export interface SelectedParam {
  /** Its identifier in the address; empty when none is selected. */
  chosen: string
  choose: (one: string) => void
  close: () => void
}

/**
 * The selected item of a list, stored in the address: a link can select it, Back closes it, a
 * reload finds it again.
 * @param name the name of the query parameter
 */
export function useSelectedParam(name: string): SelectedParam {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const { history } = useRouter()
  const { [name]: chosen = '', ...others } = search as Record<string, string>
  // `history.back` takes effect later; the second click of a double click would go back twice.
  const closing = useRef(false)
  useEffect(() => {
    closing.current = false
  }, [chosen])
  return {
    chosen,
    choose: (one) => {
      // The second click of a double click: a second entry of the history would need two steps
      // back to close.
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
