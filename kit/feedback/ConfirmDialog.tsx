import type { ReactNode } from 'react'
import { Button } from '#kit/display/Button.tsx'
import { Dialog } from '#kit/feedback/Dialog.tsx'

interface Props {
  open: boolean
  title: string
  /** What Ok will do, in plain words. */
  children: ReactNode
  onOk: () => void
  onCancel: () => void
  /** It destroys something. */
  danger?: boolean
  /** What it does is under way. */
  busy?: boolean
}

/** Asks before doing: Cancelar or Ok. */
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
