import { Columns3 } from 'lucide-react'
import { useOperatorStorage } from '#console/features/useOperatorStorage.ts'
import type { KindName } from '#contract/console/objectKinds.ts'
import { Checkbox } from '#kit/form/Checkbox.tsx'

/** The items with the item, or without it if it is one of them. */
export const toggled = (items: readonly string[], item: string): string[] =>
  items.includes(item) ? items.filter((one) => one !== item) : [...items, item]

export function useHiddenColumns(kind: KindName) {
  const [hidden, setHidden] = useOperatorStorage<string>(`hidden columns ${kind}`)
  return { hidden, toggle: (name: string) => setHidden(toggled(hidden, name)) }
}

interface Props {
  columns: readonly { name: string }[]
  hidden: readonly string[]
  onToggle: (name: string) => void
}

export function ColumnChoice({ columns: [, ...columns], hidden, onToggle }: Props) {
  return (
    <details className="relative">
      <summary className="inline-flex min-h-11 list-none items-center gap-2 rounded-control px-4 font-medium hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <Columns3 aria-hidden="true" size={18} />
        Columnas
      </summary>
      <div className="absolute z-10 mt-1 w-64 rounded-card border border-line bg-surface px-4 py-2 shadow-card">
        {columns.map(({ name }) => (
          <Checkbox key={name} checked={!hidden.includes(name)} onChange={() => onToggle(name)}>
            {name}
          </Checkbox>
        ))}
      </div>
    </details>
  )
}
