import { AlertDialog as BaseDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { Button } from '#kit/display/Button.tsx'

interface Props {
  open: boolean
  title: string
  /** The consequence of confirming. */
  children: ReactNode
  /** What the confirming button does, as its text: `Borrar mi cuenta`. */
  verb: string
  onConfirm: () => void
  onCancel: () => void
  danger?: boolean
  busy?: boolean
}

export function ConfirmDialog({
  open,
  title,
  children,
  verb,
  onConfirm,
  onCancel,
  danger,
  busy = false,
}: Props) {
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      actions={
        <>
          <Button kind="quiet" onClick={onCancel} disabled={busy}>
            Cancelar
          </Button>
          <Button kind={danger ? 'danger' : 'primary'} onClick={onConfirm} busy={busy}>
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

interface AlertDialogProps {
  /** The message; null closes the dialog. */
  text: ReactNode | null
  onClose: () => void
}

export function AlertDialog({ text, onClose }: AlertDialogProps) {
  const shown = useLastDefined(text)
  return (
    <Dialog
      open={text !== null}
      onClose={onClose}
      title="¡Atención!"
      actions={<Button onClick={onClose}>Continuar</Button>}
    >
      {shown}
    </Dialog>
  )
}

interface DialogProps {
  open: boolean
  /** Runs on Escape. A click outside does not close the dialog: it needs an answer. */
  onClose: () => void
  title: string
  children: ReactNode
  /** The buttons, the primary one last. */
  actions: ReactNode
}

/** A modal dialog that keeps the focus until it is answered. */
function Dialog({ open, onClose, title, children, actions }: DialogProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <BaseDialog.Portal>
        {/* Also over a sheet, whose own veil lies behind it. */}
        <BaseDialog.Backdrop
          forceRender
          className="fixed inset-0 z-40 bg-scrim transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <BaseDialog.Viewport className="fixed inset-0 z-40 flex items-center justify-center overflow-y-auto p-4 pt-[max(1rem,var(--toast-room,0px))]">
          <BaseDialog.Popup className="my-auto flex w-full max-w-104 flex-col gap-3 rounded-card bg-surface p-6 shadow-float outline-none transition data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0">
            <BaseDialog.Title className="text-[min(1.25rem,7.5vw)] font-bold tracking-tight wrap-anywhere">
              {title}
            </BaseDialog.Title>
            <BaseDialog.Description render={<div />} className="text-pretty text-soft">
              {children}
            </BaseDialog.Description>
            <div className="mt-3 flex flex-wrap-reverse justify-end gap-2 *:flex-1">{actions}</div>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
