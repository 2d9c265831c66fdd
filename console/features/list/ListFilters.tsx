import { X } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '#console/context.ts'
import { rangeText } from '#console/features/list/filterText.ts'
import { TOOL } from '#console/features/list/toolClasses.ts'
import type { ListFilter, ObjectKind } from '#contract/console/objectKind.ts'
import { useIsDesktop } from '#kit/browser/useIsDesktop.ts'
import { Popout } from '#kit/display/Popout.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { COMPACT, COMPACT_LABEL, Select } from '#kit/form/Field.tsx'
import { SearchField } from '#kit/form/SearchField.tsx'

const PeriodPanel = lazyComponent(
  async () => (await import('#console/features/list/PeriodPanel.tsx')).PeriodPanel,
)
const AmountPanel = lazyComponent(
  async () => (await import('#console/features/list/AmountPanel.tsx')).AmountPanel,
)

interface Props {
  filters: ObjectKind['filters']
  /** The choices of those whose choices are rows. */
  options: Readonly<Record<string, ListFilter['options']>> | undefined
  /** What the ids stand for that links have set. */
  texts: Readonly<Record<string, string>> | undefined
  chosen: Readonly<Record<string, string>>
  onChange: (changes: Record<string, string>) => void
}

/** Filters that are drawn also when they are not set: one line of the window. */
const [ON_DESKTOP, ON_PHONE] = [5, 2]

export function ListFilters({ filters, options, texts, chosen, onChange }: Props) {
  const roles = useSession()?.roles ?? []
  const few = useIsDesktop() ? ON_DESKTOP : ON_PHONE
  const [all, setAll] = useState(false)
  const offered = Object.entries(filters).filter(
    ([name, filter]) =>
      chosen[name] || !filter.roles || filter.roles.some((role) => roles.includes(role)),
  )
  // One more costs no more room than the button that shows it.
  const folds = offered.length > few + 1
  const drawn = offered.filter(([name], place) => all || !folds || place < few || chosen[name])
  if (offered.length === 0) return null
  return (
    <fieldset
      aria-label="Filtros"
      data-filters=""
      className="grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] items-end gap-2 lg:grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))]"
    >
      {drawn.map(([name, filter]) => (
        <OneFilter
          key={name}
          filter={filter}
          options={filter.options ?? options?.[name] ?? []}
          text={texts?.[name]}
          value={chosen[name] ?? ''}
          onChange={(next) => onChange({ [name]: next })}
        />
      ))}
      {folds && (
        <button
          type="button"
          aria-expanded={all}
          className={`${TOOL} justify-self-start`}
          onClick={() => setAll(!all)}
        >
          {all ? 'Menos filtros' : 'Más filtros'}
        </button>
      )}
    </fieldset>
  )
}

interface FilterProps {
  filter: ListFilter
  options: NonNullable<ListFilter['options']>
  /** What the value stands for, where it is an id. */
  text: string | undefined
  value: string
  onChange: (value: string) => void
}

function OneFilter({ filter: { label, type }, options, text, value, onChange }: FilterProps) {
  const isSet = value === '' ? undefined : ''
  if (type === 'choice')
    return (
      <Select
        compact
        label={label}
        placeholder="Todos"
        options={options}
        value={value}
        data-set={isSet}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  if (text !== undefined && value !== '')
    return (
      <button
        type="button"
        className={`${TOOL} justify-between bg-brand-tint`}
        onClick={() => onChange('')}
      >
        <span className="truncate">{`${label}: ${text}`}</span>
        <X aria-label="Sacar el filtro" size={16} className="shrink-0" />
      </button>
    )
  if (type === 'text' || type === 'driver')
    return <SearchField compact label={label} value={value} onSearch={onChange} />
  const Panel = type === 'amount' ? AmountPanel : PeriodPanel
  const shown = rangeText(type, value) || 'Cualquiera'
  return (
    <Popout
      label={`${label} ${shown}`}
      className={`${COMPACT} truncate text-left leading-5`}
      isSet={isSet === ''}
      face={
        <>
          <span className={COMPACT_LABEL}>{label}</span> {shown}
        </>
      }
    >
      <Panel value={value} onChange={onChange} />
    </Popout>
  )
}
