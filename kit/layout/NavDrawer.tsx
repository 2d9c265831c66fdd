import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { useIsDesktop } from '#kit/browser/useIsDesktop.ts'
import { IconButton } from '#kit/display/IconButton.tsx'
import { Logo } from '#kit/display/Logo.tsx'

interface Props {
  /** The button that opens the drawer calls `showModal()`. */
  ref: RefObject<HTMLDialogElement | null>
  children: ReactNode
}

/**
 * The side menu on a phone. The browser's own modal dialog traps the focus, closes with Escape or
 * the back gesture and restores the focus, without a library in the first chunk.
 */
export function NavDrawer({ ref, children }: Props) {
  useEffect(() => {
    const dialog = ref.current
    // A click on the dialog element itself is a click outside of its panel; a link inside opens
    // another screen.
    const leave = ({ target }: MouseEvent) => {
      if (target === dialog || (target as Element).closest('a')) dialog?.close()
    }
    dialog?.addEventListener('click', leave)
    return () => dialog?.removeEventListener('click', leave)
  }, [ref])
  const wide = useIsDesktop()
  useEffect(() => {
    // The menu is at the side now: an open but invisible modal dialog would make the page inert.
    if (wide) ref.current?.close()
  }, [wide, ref])
  return (
    <dialog
      ref={ref}
      aria-label="Menú"
      className="drawer m-0 h-dvh max-h-none w-[min(20rem,86vw)] max-w-none overflow-y-auto bg-surface text-ink shadow-float lg:hidden"
    >
      <div className="flex min-h-full flex-col">
        <div className="flex items-center justify-between py-3 pr-2 pl-6">
          <Logo named />
          <IconButton
            label="Cerrar el menú"
            icon={<X aria-hidden="true" />}
            onClick={() => ref.current?.close()}
          />
        </div>
        <div className="flex flex-1 flex-col">{children}</div>
      </div>
    </dialog>
  )
}
