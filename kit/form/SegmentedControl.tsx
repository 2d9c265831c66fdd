import { useId } from 'react'
import type { Option } from '#kit/form/Field.tsx'

interface Props<Value extends string> {
  /** The accessible name; not drawn. */
  label: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
  look?: keyof typeof LOOKS
}

const LOOKS = {
  /** Two to four options on one ground. */
  segments: {
    row: 'flex flex-wrap gap-1 rounded-control bg-sunken p-1',
    option:
      'flex min-h-11 min-w-fit flex-1 dense:min-h-8 items-center justify-center rounded-inner px-2 text-center text-sm font-medium text-soft transition has-checked:bg-surface has-checked:font-semibold has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-3 has-focus-visible:outline-focus hover:text-ink',
  },
  /** More of them, each by itself, in as many rows as they need. */
  chips: {
    row: 'flex flex-wrap gap-1.5 py-1',
    option:
      'relative flex min-h-11 shrink-0 items-center rounded-full border border-line bg-surface px-3.5 text-sm font-medium text-soft transition hover:text-ink has-checked:border-transparent has-checked:bg-brand has-checked:font-semibold has-checked:text-on-brand has-focus-visible:outline-3 has-focus-visible:outline-focus',
  },
}

/** A choice of a few options, all visible. Native radio buttons: the arrow keys move between them. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
  look = 'segments',
}: Props<Value>) {
  const name = useId()
  const classes = LOOKS[look]
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className={classes.row}>
        {options.map((option) => (
          <label key={option.value} className={classes.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
