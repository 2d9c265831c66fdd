import { type ReactNode, useState } from 'react'
import { Button } from '#kit/display/Button.tsx'
import { Dialog } from '#kit/feedback/Dialog.tsx'

export interface NoticeProps {
  /** What happened, as a sentence; null while there is nothing to say. */
  text: ReactNode | null
  onClose: () => void
}

/** The generic alert: says something and waits for `Continuar`. */
export function Notice({ text, onClose }: NoticeProps) {
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
