import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'

interface Props {
  open: boolean
  /** Runs on Escape. A click outside does not close the dialog: it needs an answer. */
  onClose: () => void
  title: string
  /** The message. */
  children: ReactNode
  /** The buttons, the primary one last. */
  actions: ReactNode
}

/** A modal dialog that keeps the focus until it is answered. */
export function Dialog({ open, onClose, title, children, actions }: Props) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <AlertDialog.Portal>
        {/* Also over a sheet, whose own veil lies behind it. */}
        <AlertDialog.Backdrop
          forceRender
          className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <AlertDialog.Viewport className="fixed inset-0 z-40 flex items-center justify-center overflow-y-auto p-4">
          <AlertDialog.Popup className="my-auto flex w-full max-w-104 flex-col gap-3 rounded-card bg-surface p-6 shadow-float outline-none transition data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0">
            <AlertDialog.Title className="text-[min(1.25rem,7.5vw)] font-bold tracking-tight wrap-anywhere">
              {title}
            </AlertDialog.Title>
            <AlertDialog.Description render={<div />} className="text-pretty text-soft">
              {children}
            </AlertDialog.Description>
            <div className="mt-3 flex flex-wrap-reverse justify-end gap-2 *:flex-1">{actions}</div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
