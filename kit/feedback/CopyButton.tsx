import { Copy } from 'lucide-react'
import { showToast } from '#kit/feedback/toasts.ts'

const FAILED = 'No se pudo copiar: seleccionalo y copialo a mano.'

/** Copies a text to the clipboard, and says so. @param name of what is copied, for a screen reader */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const label = `Copiar: ${name}`
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    showToast('Copiado.')
  }
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // Without TLS a page has no clipboard, and the person may forbid it.
      onClick={() => void copy().catch(() => showToast(FAILED))}
      className="-my-3 ml-1 inline-flex size-11 shrink-0 items-center justify-center rounded-full align-middle text-soft transition hover:bg-sunken active:scale-95"
    >
      <Copy aria-hidden="true" size={16} />
    </button>
  )
}
