import { Drawer } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#kit/display/IconButton.tsx'

interface Props {
  open: boolean
  /** Runs on the close button, Escape, a click outside or a swipe down. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Fixed at the bottom while the content scrolls: the primary button. */
  foot?: ReactNode
  /** Whether only its buttons close it: what it shows is nowhere else. */
  persistent?: boolean
}

/**
 * The details of one item or a small form: slides up from the bottom on a phone, centred
 * elsewhere.
 */
export function Sheet({ open, onClose, title, children, foot, persistent = false }: Props) {
  const change = (next: boolean, { reason, event }: Drawer.Root.ChangeEventDetails) => {
    // The second click of a double click is a click outside of the sheet that the first one
    // opened.
    const isSecondTap = reason === 'outside-press' && 'detail' in event && event.detail > 1
    const isKept = isSecondTap || (persistent && reason !== 'close-press')
    if (!next && !isKept) onClose()
  }
  return (
    <Drawer.Root open={open} onOpenChange={change}>
      <Drawer.Portal>
        <Drawer.Backdrop
          forceRender
          className="fixed inset-0 z-30 bg-scrim transition-opacity duration-220 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Drawer.Viewport className="fixed inset-0 z-30 flex items-end justify-center sm:items-center sm:p-6">
          <Drawer.Popup className="sheet @container flex max-h-[min(90dvh,100dvh-var(--toast-room,0px))] w-full max-w-136 flex-col overflow-y-auto rounded-t-card bg-surface shadow-float outline-none sm:max-h-[min(90dvh,100dvh-2*var(--toast-room,0px))] sm:rounded-card">
            <div
              aria-hidden="true"
              className="mx-auto mt-2.5 h-1 w-10 shrink-0 rounded-full bg-line sm:hidden"
            />
            <div className="flex items-center gap-2 py-2 pr-3 pl-6 sm:pt-4">
              <Drawer.Title className="min-w-0 flex-1 text-[min(1.25rem,7.5vw)] font-bold wrap-anywhere tracking-tight">
                {title}
              </Drawer.Title>
              <Drawer.Close
                render={<IconButton label="Cerrar" icon={<X aria-hidden="true" />} />}
              />
            </div>
            {/* In a sheet that is narrow for its text the whole sheet scrolls, with the title. */}
            {/* It may scroll and have nothing inside to focus: the keyboard must be able to reach it. */}
            <Drawer.Content
              tabIndex={0}
              className="@max-[14rem]:shrink-0 flex flex-col gap-4 overflow-y-auto overscroll-contain px-6 pt-1 pb-6 select-text focus-visible:-outline-offset-3"
            >
              {children}
            </Drawer.Content>
            {foot && (
              <div className="@max-[14rem]:sticky bottom-0 border-t border-line bg-surface px-6 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
                {foot}
              </div>
            )}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
