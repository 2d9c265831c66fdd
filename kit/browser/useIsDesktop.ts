import { useSyncExternalStore } from 'react'

/**
 * The width from which the side menu is drawn beside the content; the same as the styles' `lg`.
 */
const WIDE = '(min-width: 64rem)'

/** jsdom has no matchMedia: tests draw the phone's layout. */
const screen = () => (typeof matchMedia === 'function' ? matchMedia(WIDE) : null)

/**
 * Whether the window has a desktop's width; for parts that differ in kind there, not only in size.
 */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const wide = screen()
      wide?.addEventListener('change', changed)
      return () => wide?.removeEventListener('change', changed)
    },
    () => screen()?.matches ?? false,
    () => false,
  )
}
