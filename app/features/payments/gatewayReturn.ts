import { type HistoryState, redirect, useLocation } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The gateway's message, while the screen `payment` shows its result. */
    geopayResponse?: string
  }
}

/**
 * Handles the return from the gateway. The server redirects here with the gateway's message as
 * base64url in the query. The message moves from the address, which is shared and stored, to the
 * state of this history entry, which survives a reload.
 */
export function receivePaymentReturn({ search }: { search: Record<string, string> }): void {
  const { geopayResponse } = search
  if (geopayResponse === undefined) return
  const text = fromBase64url(geopayResponse)
  throw redirect({
    to: '/payment',
    search: {},
    replace: true,
    state: text === null ? {} : { geopayResponse: text },
  })
}

/**
 * The part of a history entry's state that holds the message; it is passed to login and back when
 * the session has expired.
 */
export const storedReturn = ({ geopayResponse }: HistoryState): HistoryState =>
  geopayResponse === undefined ? {} : { geopayResponse }

/** The gateway's message for `processGEOPayResponse`; null without a return from the gateway. */
export const usePaymentReturn = (): string | null =>
  useLocation({ select: ({ state }) => state.geopayResponse ?? null })

/** @returns null for anything but base64url of UTF-8 text */
export function fromBase64url(text: string): string | null {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
    )
  } catch {
    return null
  }
}
