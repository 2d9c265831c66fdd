import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The e-mail that the previous screen was about. */
    email?: string
    /** The previous screen has sent an email to that address. */
    mailed?: boolean
    /** A sentence about what was just done. */
    message?: string
  }
}

/** The account of a screen and the secret of its emailed link. */
export interface EmailedLink {
  /** Empty when the person has to type it. */
  email: string
  /** Empty when the person has to type the code. */
  secret: string
  undoesBank: boolean
}

/**
 * Reads `?user=…&code=…&undoes=…` from the address and removes it there and from the history at once, since
 * addresses are shared and stored by browsers. The e-mail moves to the history entry's state, the
 * secret stays in memory. `mailed` comes from the login, which navigates by the address.
 */
export function useEmailedLink(): EmailedLink {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  // The next screen's link may be in the address while this screen is still drawn: it is not for it.
  const [ownPath] = useState(pathname)
  const { user, code, undoes, mailed } = (pathname === ownPath ? search : {}) as {
    user?: string
    code?: string
    undoes?: string
    mailed?: string
  }
  const [link, setLink] = useState<EmailedLink | null>(null)
  // A second link may be opened while the screen shows the first.
  if (user !== undefined && (user !== link?.email || (code ?? '') !== link.secret))
    setLink({ email: user, secret: code ?? '', undoesBank: undoes === 'bank' })
  useEffect(() => {
    if (user === undefined && code === undefined) return
    const state = { email: user ?? '', ...(mailed && { mailed: true }) }
    void navigate({ to: pathname, search: {}, replace: true, state })
  }, [user, code, mailed, pathname, navigate])
  return link ?? { email: state.email ?? '', secret: '', undoesBank: false }
}
