import type { ListDisplay } from '#console/features/list/useListDisplay.ts'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { SegmentedControl } from '#kit/form/SegmentedControl.tsx'

interface Props {
  /** The columns that may be hidden. */
  columns: readonly { name: string }[]
  look: ListDisplay
}

const LINES = [
  { value: '1', label: 'Una línea' },
  { value: '2', label: 'Dos líneas' },
] as const

/** The columns of a list and the height of its rows. */
export function ColumnPanel({ columns, look }: Props) {
  return (
    <>
      {columns.map(({ name }) => (
        <Checkbox
          key={name}
          checked={!look.hidden.includes(name)}
          onChange={() => look.toggle(name)}
        >
          {name}
        </Checkbox>
      ))}
      <p className="mt-2 mb-1 text-sm font-medium text-soft">Comodidad</p>
      <SegmentedControl
        label="Comodidad"
        options={LINES}
        value={look.lines}
        onChange={look.setLines}
      />
    </>
  )
}
