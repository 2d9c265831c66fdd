import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '#kit/display/IconButton.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'

const SearchForm = lazyComponent(
  async () => (await import('#console/features/SearchForm.tsx')).SearchForm,
)

export function SearchBox() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen((isOpen) => !isOpen)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <IconButton
        label="Buscar en todo (Ctrl K)"
        aria-haspopup="dialog"
        icon={<Search aria-hidden="true" />}
        onClick={() => setOpen(true)}
      />
      <LazySheet open={open} onClose={() => setOpen(false)} title="Buscar">
        <SearchForm onOpened={() => setOpen(false)} />
      </LazySheet>
    </>
  )
}
