import { useId } from 'react'
import { NOTIFICATION_TYPE_STYLES } from '#app/features/notifications/notificationTypeStyle.ts'

interface Props {
  /** A type of notification as text; empty for all. */
  value: string
  onChange: (type: string) => void
}

const OPTIONS = [
  { value: '', label: 'Todas' },
  ...Object.entries(NOTIFICATION_TYPE_STYLES).map(([value, { plural }]) => ({
    value,
    label: plural,
  })),
]

/**
 * A choice of one type or all. Native radio buttons: the arrow keys move between them. On a narrow
 * screen the row scrolls sideways.
 */
export function TypeFilter({ value, onChange }: Props) {
  const name = useId()
  return (
    <fieldset className="-mx-4 min-w-0">
      <legend className="sr-only">Qué notificaciones ver</legend>
      <div className="flex gap-2 overflow-x-auto px-4 py-1 sm:flex-wrap">
        {OPTIONS.map((option) => (
          <label
            key={option.value}
            className="relative flex min-h-11 shrink-0 items-center rounded-full border border-line bg-surface px-4 text-sm font-medium text-soft transition hover:text-ink has-checked:border-transparent has-checked:bg-brand has-checked:font-semibold has-checked:text-on-brand has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
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
