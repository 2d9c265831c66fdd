import { useEffect, useState } from 'react'
import type { ListFilter } from '#contract/console/objectKind.ts'
import { Field, Select } from '#kit/form/Field.tsx'

/** Milliseconds without a key press before a text filters. */
const TYPING_PAUSE = 350

interface Props {
  filters: readonly ListFilter[]
  /** The choices of those whose choices are rows. */
  options: Readonly<Record<string, ListFilter['options']>> | undefined
  chosen: Readonly<Record<string, string>>
  onChange: (changes: Record<string, string>) => void
}

/** The filters of a list, in the order of its kind. */
export function ListFilters({ filters, options, chosen, onChange }: Props) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] items-end gap-3 sm:grid-cols-2 lg:grid-cols-4 lg:gap-4">
      {filters.map((filter) => {
        const value = chosen[filter.name] ?? ''
        const set = (next: string) => onChange({ [filter.name]: next })
        return filter.type === 'choice' ? (
          <Select
            key={filter.name}
            label={filter.label}
            placeholder="Todos"
            options={filter.options ?? options?.[filter.name] ?? []}
            value={value}
            onChange={({ target }) => set(target.value)}
          />
        ) : filter.type === 'day' ? (
          <Field
            key={filter.name}
            label={filter.label}
            type="date"
            value={value.replace(/^(....)(..)(..)$/, '$1-$2-$3')}
            onChange={({ target }) => set(target.value.replaceAll('-', ''))}
          />
        ) : (
          <TextFilter key={filter.name} label={filter.label} value={value} onChange={set} />
        )
      })}
    </div>
  )
}

interface TextProps {
  label: string
  value: string
  onChange: (text: string) => void
}

/** Filters when the typing pauses, or at once on Enter. */
function TextFilter({ label, value, onChange }: TextProps) {
  const [text, setText] = useState(value)
  const [last, setLast] = useState(value)
  if (value !== last) {
    setLast(value)
    // Another value came with the address: Back, or a saved view.
    if (value !== text.trim()) setText(value)
  }
  useEffect(() => {
    const typed = text.trim()
    const timer = setTimeout(() => typed !== value && onChange(typed), TYPING_PAUSE)
    return () => clearTimeout(timer)
  })
  return (
    <Field
      label={label}
      type="search"
      maxLength={100}
      enterKeyHint="search"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key }) => key === 'Enter' && onChange(text.trim())}
    />
  )
}
