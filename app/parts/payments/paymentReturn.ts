import { type HistoryState, redirect, useLocation } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What the card gateway sent back with the browser, while the screen `payment` shows it. */
    geopayResponse?: string
  }
}

/**
 * The way back from the gateway: our server's door leads here with the gateway's message as
 * base64url in the query. It moves at once from the address, which people share and histories
 * keep, into the state of this history entry, which a reload keeps and nobody sees.
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

/** The message alone of a history entry: it goes along to login and back when a session is over. */
export const storedReturn = ({ geopayResponse }: HistoryState): HistoryState =>
  geopayResponse === undefined ? {} : { geopayResponse }

/** The gateway's message, for `processGEOPayResponse`; null when nobody comes back from paying. */
export const usePaymentReturn = (): string | null =>
  useLocation({ select: ({ state }) => state.geopayResponse ?? null })

/** @returns null for what is not base64url of UTF-8 text */
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
