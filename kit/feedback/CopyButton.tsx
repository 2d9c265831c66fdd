import { Copy } from 'lucide-react'
import { SmallIconButton } from '#kit/display/IconButton.tsx'
import { showToast } from '#kit/feedback/toasts.ts'

const FAILED = 'No se pudo copiar: seleccionalo y copialo a mano.'

/** Copies a text to the clipboard, and says so. @param name of what is copied, for a screen reader */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    showToast('Copiado.')
  }
  return (
    <SmallIconButton
      label={`Copiar: ${name}`}
      icon={<Copy aria-hidden="true" size={16} />}
      // Without TLS a page has no clipboard, and the person may forbid it.
      onClick={() => void copy().catch(() => showToast(FAILED))}
    />
  )
}
