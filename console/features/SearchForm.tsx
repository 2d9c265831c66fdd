import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useSession } from '#console/context.ts'
import { ObjectValue, objectPath, valueText } from '#console/features/ObjectValue.tsx'
import { type Command, commandsLike, useCommands } from '#console/features/useCommands.tsx'
import { useRecentObjects } from '#console/features/useRecentObjects.ts'
import { PAGES } from '#console/pages.ts'
import type { AnswerOf } from '#contract/call.ts'
import { kindOf, kindsOf } from '#contract/console/objectKinds.ts'
import { search } from '#contract/operator/search.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { List, ListItem } from '#kit/display/List.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { Field } from '#kit/form/Field.tsx'

/** Milliseconds without a key press before a search starts. */
const TYPING_PAUSE = 250
/** Milliseconds for which an answer is not asked again: one that found no person is counted and recorded. */
const FRESH_MS = 60_000
/** So many letters of a command are no name: they are not searched. */
const SURE_LENGTH = 4
const MAX_COMMANDS = 6
const HINT =
  'Nombre, correo, celular, documento, matrícula, referencia, ticket o comprobante; los últimos 4 de la tarjeta y el día: 4242 7/9; o qué hacer: ir a Ventas.'

interface Props {
  form: RefObject<HTMLDivElement | null>
  text: string
  onText: (text: string) => void
  onOpened: () => void
}

/** The field of the search box, with what it finds, what can be done, and at first the objects opened before. */
export function SearchForm({ form, text, onText, onOpened }: Props) {
  const [searched, setSearched] = useState('')
  const typed = text.trim()
  const found = commandsLike(useCommands(), typed)
  const commands = typed === '' ? found : found.slice(0, MAX_COMMANDS)
  const isSearched =
    typed !== '' && (commands.length === 0 || typed.length < SURE_LENGTH) && searched !== ''
  // The sheet focuses its own frame when it opens.
  useEffect(() => {
    const frame = requestAnimationFrame(() => form.current?.querySelector('input')?.focus())
    return () => cancelAnimationFrame(frame)
  }, [form])
  useEffect(() => {
    const timer = setTimeout(() => setSearched(typed), TYPING_PAUSE)
    return () => clearTimeout(timer)
  }, [typed])
  const query = useCallQuery(
    search,
    { text: searched },
    {
      enabled: isSearched && typed === searched,
      staleTime: FRESH_MS,
      placeholderData: keepPreviousData,
    },
  )
  const isLate = typed !== searched || query.isPlaceholderData
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event
    const [field, ...entries] = [
      ...(form.current?.querySelectorAll<HTMLElement>('input, li button, [role=alert] button') ??
        []),
    ]
    if (key === 'Enter' && target === field) {
      // What is drawn may still be what an earlier text found.
      if (typed !== '' && commands.length === 0 && isLate) setSearched(typed)
      else entries[0]?.click()
    }
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const all = [field, ...entries]
    all[Math.max(0, all.indexOf(target as HTMLElement) + step)]?.focus()
  }
  return (
    // The field stays where it is while what is below changes.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows move the focus between the field and the entries
    <div
      ref={form}
      className="flex min-h-[min(40rem,90dvh-6.5rem)] flex-col gap-4"
      onKeyDown={onKeyDown}
    >
      <Field
        label="Qué buscás"
        {...(typed === '' && { hint: HINT })}
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      {typed === '' && <Recent onOpened={onOpened} />}
      <Commands commands={commands} onOpened={onOpened} />
      {isSearched && (
        <div aria-busy={isLate}>
          <QueryView query={query} skeleton={<Skeleton shape="row" count={3} />} block="eso">
            {(answer) => (
              <Hits
                answer={answer}
                nothing={isLate || commands.length > 0 ? '' : `Nada con «${searched}».`}
                onOpened={onOpened}
              />
            )}
          </QueryView>
        </div>
      )}
    </div>
  )
}

interface HitsProps {
  answer: AnswerOf<typeof search>
  /** The sentence for no hits; empty for none. */
  nothing: string
  onOpened: () => void
}

function Hits({ answer: { hits, requests }, nothing, onOpened }: HitsProps) {
  const navigate = useNavigate()
  const entries = [
    ...hits.map(({ kind, id, ...hit }) => ({
      ...hit,
      key: `${kind} ${id}`,
      page: kindOf(kind).title,
      address: { to: objectPath({ kind, id }) },
    })),
    ...requests.map(({ reference, ...hit }) => ({
      ...hit,
      key: reference,
      page: PAGES['/requests'].title,
      address: { to: '/requests', search: { reference } },
    })),
  ]
  if (entries.length === 0) return nothing && <output className="text-soft">{nothing}</output>
  return (
    <Entries label="Resultados">
      {entries.map(({ key, page, address, title, subtitle, amount, date }) => (
        <ListItem
          slim
          key={key}
          title={title}
          detail={[page, subtitle].filter(Boolean).join(' · ')}
          trailing={amount && <ObjectValue value={amount} />}
          note={date && <Moment text={valueText(date)} />}
          onPress={() => {
            onOpened()
            void navigate(address)
          }}
        />
      ))}
    </Entries>
  )
}

/** A day, and where there is room the time. */
function Moment({ text }: { text: string }) {
  const [day, time] = text.split(' ')
  return (
    <>
      {day}
      {time && <span className="max-sm:hidden"> {time}</span>}
    </>
  )
}

function Recent({ onOpened }: { onOpened: () => void }) {
  const navigate = useNavigate()
  const { roles = [] } = useSession() ?? {}
  const seen = kindsOf(roles)
  const [recent] = useRecentObjects()
  const shown = recent.filter(({ kind }) => seen.includes(kind))
  if (shown.length === 0) return null
  return (
    <Entries label="Lo último que abriste">
      {shown.map(({ kind, id, title }) => (
        <ListItem
          slim
          key={`${kind} ${id}`}
          title={title}
          detail={kindOf(kind).title}
          onPress={() => {
            onOpened()
            void navigate({ to: objectPath({ kind, id }) })
          }}
        />
      ))}
    </Entries>
  )
}

function Commands({ commands, onOpened }: { commands: readonly Command[]; onOpened: () => void }) {
  if (commands.length === 0) return null
  return (
    <Entries label="Qué hacer">
      {commands.map(({ title, detail, icon, run }) => (
        <ListItem
          slim
          key={title}
          mark={icon}
          title={title}
          detail={detail}
          onPress={() => {
            onOpened()
            run()
          }}
        />
      ))}
    </Entries>
  )
}

function Entries({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex shrink-0 flex-col gap-2">
      <p aria-hidden="true" className="text-sm font-semibold text-soft">
        {label}
      </p>
      <List label={label}>{children}</List>
    </div>
  )
}
