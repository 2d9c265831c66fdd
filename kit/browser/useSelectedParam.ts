import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { withParams } from '#kit/browser/useSearchParams.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The item was selected in its list, which is the previous entry of the history. */
    fromList?: boolean
  }
}

/**
 * The selected item of a list, stored in the address: a link can select it, Back closes it, a
 * reload finds it again.
 * @param name the name of the query parameter
 */
export function useSelectedParam(name: string) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const { history } = useRouter()
  const { [name]: chosen = '' } = search as Record<string, string>
  // `history.back` takes effect later; the second click of a double click would go back twice.
  const closing = useRef(false)
  useEffect(() => {
    closing.current = false
  }, [chosen])
  return {
    chosen,
    choose: (one: string) => {
      // The second click of a double click: a second entry of the history would need two steps
      // back to close.
      if (one === chosen) return
      void navigate({
        to: pathname,
        search: withParams({ [name]: one }),
        state: { fromList: true },
        resetScroll: false,
      })
    },
    close: () => {
      if (chosen === '' || closing.current) return
      closing.current = true
      if (state.fromList) history.back()
      else
        void navigate({
          to: pathname,
          search: withParams({ [name]: '' }),
          replace: true,
          resetScroll: false,
        })
    },
  }
}

/**
 * The selected item of a list, to draw in a sheet.
 * @param name the query parameter, and the field of the items with their identifier
 * @param items undefined while they load
 */
export function useSelectedItem<Name extends string, Item extends Record<Name, string>>(
  name: Name,
  items: readonly Item[] | undefined,
) {
  const selection = useSelectedParam(name)
  const found = items?.find((item) => item[name] === selection.chosen)
  return {
    ...selection,
    /** The item to draw, also while its sheet closes. */
    item: useLastDefined(found),
    isOpen: found !== undefined,
    /** The address names an item that is not in the list. */
    isMissing: selection.chosen !== '' && items !== undefined && !found,
  }
}
