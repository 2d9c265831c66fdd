import { Search } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { IconButton } from '#kit/display/IconButton.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'

const SearchForm = lazyComponent(
  async () => (await import('#console/features/SearchForm.tsx')).SearchForm,
)

/** Where a key has a meaning of its own: every key in a field, the space on a button of the sheet. */
const KEY_OWNERS = 'input, textarea, select'
const SPACE_OWNERS = '[role=dialog] button, [role=dialog] a'

export function SearchBox() {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const form = useRef<HTMLDivElement>(null)
  /** Also before the form is drawn, which may have to load. */
  const isOpen = useRef(false)
  const show = useCallback((next: boolean) => {
    // What a sheet shows stays while it closes, and what is typed when it is opened once more.
    if (next && !isOpen.current) setText('')
    isOpen.current = next
    setOpen(next)
  }, [])
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { key, target, altKey } = event
      const withControl = event.ctrlKey || event.metaKey
      const isOn = (owners: string) => target instanceof Element && target.closest(owners)
      if (key.toLowerCase() === 'k' && withControl) {
        event.preventDefault()
        show(!isOpen.current)
      } else if (isOpen.current && key.length === 1 && !withControl && !altKey) {
        // Typed before the field has the focus, or on an entry: it is no key of the screen.
        if (isOn(KEY_OWNERS) || (key === ' ' && isOn(SPACE_OWNERS))) return
        event.preventDefault()
        event.stopPropagation()
        setText((typed) => typed + key)
        form.current?.querySelector('input')?.focus()
      }
    }
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [show])
  return (
    <>
      <IconButton
        label="Buscar en todo (Ctrl K)"
        aria-haspopup="dialog"
        icon={<Search aria-hidden="true" />}
        onClick={() => show(true)}
      />
      <LazySheet open={open} onClose={() => show(false)} title="Buscar">
        <SearchForm form={form} text={text} onText={setText} onOpened={() => show(false)} />
      </LazySheet>
    </>
  )
}
