import { useState } from 'react'
import { rangeOf, sidesOf } from '#console/features/list/filterText.ts'
import { TOOL } from '#console/features/list/toolClasses.ts'
import { DAY_MS, toDate } from '#contract/dates.ts'
import { DayField } from '#kit/form/DayField.tsx'

interface Props {
  /** `yyyyMMdd-yyyyMMdd`, either side may be empty; empty for none. */
  value: string
  onChange: (value: string) => void
}

/** The form of a period: presets, and its first and last day. */
export function PeriodPanel({ value, onChange }: Props) {
  const [now] = useState(() => new Date())
  const [typed, setTyped] = useState({ value, sides: sidesOf(value) })
  // A preset, or a link while the panel is open.
  if (typed.value !== value) setTyped({ value, sides: sidesOf(value) })
  const [from, until] = typed.sides
  const write = (sides: [string, string]) => {
    const range = rangeOf(...sides)
    const isValid = sides.includes('') || sides[0] <= sides[1]
    setTyped({ value: isValid ? range : value, sides })
    if (isValid) onChange(range)
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-1">
        {presetsOf(now).map(({ label, range }) => (
          <button
            key={label}
            type="button"
            aria-pressed={range === value}
            className={`${TOOL} aria-pressed:bg-brand-tint`}
            onClick={() => onChange(range === value ? '' : range)}
          >
            {label}
          </button>
        ))}
      </div>
      <DayField label="Desde" value={from} onChange={(day) => write([day, until])} />
      <DayField label="Hasta" value={until} onChange={(day) => write([from, day])} />
      {from > until && until !== '' && (
        <p role="alert" className="text-sm font-medium text-bad">
          El primer día tiene que ser anterior al último.
        </p>
      )}
    </div>
  )
}

/** Today, yesterday, the seven days up to today, and this month up to today, in Montevideo. */
function presetsOf(now: Date) {
  const today = toDate(now)
  const before = (days: number) => toDate(new Date(now.getTime() - days * DAY_MS))
  return [
    { label: 'Hoy', range: `${today}-${today}` },
    { label: 'Ayer', range: `${before(1)}-${before(1)}` },
    { label: 'Últimos 7 días', range: `${before(6)}-${today}` },
    { label: 'Este mes', range: `${today.slice(0, 6)}01-${today}` },
  ]
}
