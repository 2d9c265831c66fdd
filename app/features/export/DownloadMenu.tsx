import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '#kit/display/IconButton.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'

/** The button of a header that opens the files to download. */
export function DownloadMenu({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label="Descargar"
        aria-haspopup="dialog"
        icon={<Download aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      <LazySheet open={isOpen} onClose={() => setOpen(false)} title="Descargar">
        {children}
      </LazySheet>
    </>
  )
}
