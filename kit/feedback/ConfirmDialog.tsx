import type { ReactNode } from 'react'
import { Button } from '#kit/display/Button.tsx'
import { Dialog } from '#kit/feedback/Dialog.tsx'

interface Props {
  open: boolean
  title: string
  /** The consequence of Ok. */
  children: ReactNode
  onOk: () => void
  onCancel: () => void
  /** Ok destroys something. */
  danger?: boolean
  /** The action of Ok is pending. */
  busy?: boolean
}

/** Asks for confirmation: Cancelar or Ok. */
export function ConfirmDialog({
  open,
  title,
  children,
  onOk,
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
          <Button kind={danger ? 'danger' : 'primary'} onClick={onOk} busy={busy}>
            Ok
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
