import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The e-mail that the screen before was about. */
    email?: string
    /** The screen before had something sent to that e-mail. */
    mailed?: boolean
    /** What was done just now, as a sentence. */
    news?: string
  }
}

/** Whom a screen is about, and what their mail's link brought. */
export interface EmailedLink {
  /** Empty when the person has to write it. */
  email: string
  /** The link's secret; empty when the person has to type the code. */
  secret: string
}

/**
 * What the address says (`?user=…&code=…`). It leaves the address and the history at once, which
 * people share and browsers keep: the e-mail stays with the history entry, the secret in memory.
 */
export function useEmailedLink(): EmailedLink {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const { user, code } = search as { user?: string; code?: string }
  const [held, setHeld] = useState<EmailedLink | null>(null)
  // A second link may come to the screen that still shows the first.
  if (user !== undefined && (user !== held?.email || (code ?? '') !== held.secret))
    setHeld({ email: user, secret: code ?? '' })
  useEffect(() => {
    if (user === undefined && code === undefined) return
    void navigate({ to: pathname, search: {}, replace: true, state: { email: user ?? '' } })
  }, [user, code, pathname, navigate])
  return held ?? { email: state.email ?? '', secret: '' }
}
