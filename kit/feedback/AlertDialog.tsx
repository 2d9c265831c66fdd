import { type ReactNode, useState } from 'react'
import { Button } from '#kit/display/Button.tsx'
import { Dialog } from '#kit/feedback/Dialog.tsx'

export interface AlertDialogProps {
  /** What happened, as a sentence; null while there is nothing to say. */
  text: ReactNode | null
  onClose: () => void
}

/** The generic alert: says something and waits for `Continuar`. */
export function AlertDialog({ text, onClose }: AlertDialogProps) {
  // It keeps its words while it goes away.
  const [last, setLast] = useState(text)
  if (text !== null && text !== last) setLast(text)
  return (
    <Dialog
      open={text !== null}
      onClose={onClose}
      title="¡Atención!"
      actions={<Button onClick={onClose}>Continuar</Button>}
    >
      {last}
    </Dialog>
  )
}
