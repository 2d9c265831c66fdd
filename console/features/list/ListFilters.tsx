import type { ListFilter, ObjectKind } from '#contract/console/objectKind.ts'
import { Field, Select } from '#kit/form/Field.tsx'
import { SearchField } from '#kit/form/SearchField.tsx'

interface Props {
  filters: ObjectKind['filters']
  /** The choices of those whose choices are rows. */
  options: Readonly<Record<string, ListFilter['options']>> | undefined
  chosen: Readonly<Record<string, string>>
  onChange: (changes: Record<string, string>) => void
}

export function ListFilters({ filters, options, chosen, onChange }: Props) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] items-end gap-3 sm:grid-cols-2 lg:grid-cols-4 lg:gap-4">
      {Object.entries(filters).map(([name, filter]) => {
        const value = chosen[name] ?? ''
        const set = (next: string) => onChange({ [name]: next })
        return filter.type === 'choice' ? (
          <Select
            key={name}
            label={filter.label}
            placeholder="Todos"
            options={filter.options ?? options?.[name] ?? []}
            value={value}
            onChange={({ target }) => set(target.value)}
          />
        ) : filter.type === 'period' ? (
          <Field
            key={name}
            label={filter.label}
            type="date"
            value={value.slice(0, 8).replace(/^(....)(..)(..)$/, '$1-$2-$3')}
            onChange={({ target: { value: day } }) =>
              set(day && `${day}-${day}`.replaceAll(/-(?=\d\d(?!\d))/g, ''))
            }
          />
        ) : (
          <SearchField key={name} label={filter.label} value={value} onSearch={set} />
        )
      })}
    </div>
  )
}
