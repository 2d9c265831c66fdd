import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { objectPath } from '#console/features/ObjectValue.tsx'
import { kindOf } from '#contract/console/objectKinds.ts'
import { search } from '#contract/operator/search.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { IconButton } from '#kit/display/IconButton.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { Field } from '#kit/form/Field.tsx'

/** Milliseconds without a key press before a search starts. */
const TYPING_PAUSE = 250
const HINT =
  'Correo, documento, matrícula, afiliación, referencia, ticket, comprobante, autorización, o los últimos 4 de la tarjeta y el día: 4242 7/9.'

export function SearchBox() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
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

function SearchForm({ onOpened }: { onOpened: () => void }) {
  const [text, setText] = useState('')
  const [searched, setSearched] = useState('')
  const navigate = useNavigate()
  const form = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLDivElement>(null)
  // The sheet focuses its own frame when it opens.
  useEffect(() => {
    const frame = requestAnimationFrame(() => form.current?.querySelector('input')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => setSearched(text.trim()), TYPING_PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  const query = useCallQuery(search, { text: searched }, { enabled: searched !== '' })
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event
    const all = [...(results.current?.querySelectorAll('button') ?? [])]
    if (key === 'Enter' && target instanceof HTMLInputElement) all[0]?.click()
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    all[Math.max(0, all.indexOf(target as HTMLButtonElement) + step)]?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows move the focus between the field and the results
    <div ref={form} className="flex min-h-72 flex-col gap-4" onKeyDown={onKeyDown}>
      <Field
        label="Qué buscás"
        hint={HINT}
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {searched && (
        <div ref={results}>
          <QueryView query={query} skeleton={<Skeleton shape="row" count={3} />} block="eso">
            {({ hits }) =>
              hits.length === 0 ? (
                <output className="text-soft">Nada con «{searched}».</output>
              ) : (
                <List label="Resultados">
                  {hits.map(({ kind, id, title, subtitle }) => (
                    <ListItem
                      key={`${kind} ${id}`}
                      title={title}
                      detail={`${kindOf(kind).title} · ${subtitle}`}
                      onPress={() => {
                        onOpened()
                        void navigate({ to: objectPath({ kind, id }) })
                      }}
                    />
                  ))}
                </List>
              )
            }
          </QueryView>
        </div>
      )}
    </div>
  )
}
