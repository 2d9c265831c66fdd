import type { ReactNode } from 'react'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { Button } from '#kit/display/Button.tsx'
import { Dialog } from '#kit/feedback/Dialog.tsx'

interface Props {
  /** The message; null closes the dialog. */
  text: ReactNode | null
  onClose: () => void
}

/** The generic alert: a message with the button `Continuar`. */
export function AlertDialog({ text, onClose }: Props) {
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
