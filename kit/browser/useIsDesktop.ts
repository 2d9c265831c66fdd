import { useSyncExternalStore } from 'react'

/** From here on the side menu stands beside the content; the same as the styles' `lg`. */
const WIDE = '(min-width: 64rem)'

/** Where nobody can tell, as in a test without a screen, it is a phone. */
const screen = () => (typeof matchMedia === 'function' ? matchMedia(WIDE) : null)

/** Whether there is a desk's room to draw in: for what is another thing there, not only wider. */
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
