import { type ReactNode, useState } from 'react'
import { Button } from '#kit/display/Button.tsx'
import { Dialog } from '#kit/feedback/Dialog.tsx'

interface Props {
  /** The message; null closes the dialog. */
  text: ReactNode | null
  onClose: () => void
}

/** The generic alert: a message with the button `Continuar`. */
export function AlertDialog({ text, onClose }: Props) {
  // The text stays drawn during the closing animation.
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
