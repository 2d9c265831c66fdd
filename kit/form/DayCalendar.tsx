import { Popover } from '@base-ui/react/popover'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { type KeyboardEvent, type RefObject, use, useEffect, useRef, useState } from 'react'
import { DAY_MS, shortDate, toDate } from '#contract/dates.ts'
import { ClockContext } from '#kit/browser/ClockContext.ts'
import { Button } from '#kit/display/Button.tsx'
import { IconButton } from '#kit/display/IconButton.tsx'
import type { DayLimits } from '#kit/form/typedDay.ts'
import { longDate, monthHeading } from '#kit/format/dates.ts'

interface Props {
  label: string
  /** The day in the field, `yyyyMMdd`; empty when it has none. */
  value: string
  limits: DayLimits
  /** The field, beside which it stands and which has the focus afterwards. */
  field: RefObject<HTMLInputElement | null>
  onPick: (day: string) => void
  onClose: () => void
}

const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo']

/** The days of a month to choose from, weeks from Monday; arrows, Inicio, Fin and the page keys move. */
export function DayCalendar({ label, value, limits, field, onPick, onClose }: Props) {
  const today = toDate(use(ClockContext)())
  const { min = '19000101', max = '20991231' } = limits
  const within = (day: string) => (day < min ? min : day > max ? max : day)
  const [at, setAt] = useState(() => within(value || today))
  const chosen = useRef<HTMLButtonElement>(null)
  /** Whether the day was reached by the keyboard in the grid: then the focus goes with it. */
  const moved = useRef(true)
  useEffect(() => {
    if (moved.current) chosen.current?.focus()
    moved.current = false
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayByKey(at, event.key, event.shiftKey)
    if (!next) return
    event.preventDefault()
    moved.current = true
    setAt(within(next))
  }
  const step = (months: number, name: string, icon: typeof ChevronLeft) => {
    const Icon = icon
    return (
      <IconButton
        label={name}
        icon={<Icon aria-hidden="true" size={20} />}
        onClick={() => setAt(within(monthsAfter(at, months)))}
      />
    )
  }
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={field}
          sideOffset={6}
          align="start"
          collisionPadding={8}
          className="z-40"
        >
          <Popover.Popup
            aria-label={`Calendario de ${label}`}
            initialFocus={chosen}
            finalFocus={field}
            className="flex max-h-(--available-height) w-[min(22.5rem,calc(100vw-1rem))] flex-col gap-1 overflow-y-auto rounded-card border border-line bg-surface p-2 shadow-float outline-none"
          >
            <div className="flex items-center justify-between">
              {step(-12, 'Año anterior', ChevronsLeft)}
              {step(-1, 'Mes anterior', ChevronLeft)}
              <p aria-live="polite" className="min-w-0 flex-1 text-center text-sm font-semibold">
                {monthHeading(at.slice(0, 6))}
              </p>
              {step(1, 'Mes siguiente', ChevronRight)}
              {step(12, 'Año siguiente', ChevronsRight)}
            </div>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of its buttons */}
            <table className="w-full table-fixed text-center" onKeyDown={onKeyDown}>
              <thead>
                <tr>
                  {WEEKDAYS.map((name) => (
                    <th key={name} scope="col" className="py-1 text-sm font-normal text-soft">
                      <abbr title={name} className="no-underline">
                        {name.slice(0, 2)}
                      </abbr>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {weeksOf(at).map((week) => (
                  <tr key={week[0]}>
                    {week.map((day) => (
                      <td key={day} className="p-0">
                        {day.slice(0, 6) === at.slice(0, 6) && (
                          <button
                            type="button"
                            ref={day === at ? chosen : null}
                            tabIndex={day === at ? 0 : -1}
                            disabled={day < min || day > max}
                            aria-label={longDate(day)}
                            aria-pressed={day === value}
                            aria-current={day === today ? 'date' : undefined}
                            onClick={() => onPick(day)}
                            className="h-11 w-full rounded-control text-ink tabular-nums transition-colors hover:bg-sunken disabled:text-soft disabled:opacity-50 aria-[current=date]:font-bold aria-[current=date]:underline aria-pressed:bg-brand aria-pressed:text-on-brand"
                          >
                            {Number(day.slice(6))}
                          </button>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            {within(today) === today && (
              <Button kind="quiet" wide onClick={() => onPick(today)}>
                Hoy, {shortDate(today)}
              </Button>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const utc = (day: string) =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6, 8)))
const digits = (instant: number) => new Date(instant).toISOString().replaceAll('-', '').slice(0, 8)
const daysAfter = (day: string, days: number) => digits(utc(day) + days * DAY_MS)
/** Monday is 0. */
const weekdayOf = (day: string) => (new Date(utc(day)).getUTCDay() + 6) % 7

/** The same day of another month, or the last one of a shorter month. */
function monthsAfter(day: string, months: number): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1 + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return digits(Date.UTC(year, month, Math.min(Number(day.slice(6, 8)), last)))
}

/** The weeks that have days of the month of a day. */
function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 6)}01`
  const monday = daysAfter(first, -weekdayOf(first))
  const weeks = [0, 7, 14, 21, 28, 35].map((days) => daysAfter(monday, days))
  return weeks
    .filter((start, index) => index === 0 || start.slice(0, 6) === day.slice(0, 6))
    .map((start) => [0, 1, 2, 3, 4, 5, 6].map((days) => daysAfter(start, days)))
}

function dayByKey(day: string, key: string, shift: boolean): string | undefined {
  if (key === 'ArrowLeft') return daysAfter(day, -1)
  if (key === 'ArrowRight') return daysAfter(day, 1)
  if (key === 'ArrowUp') return daysAfter(day, -7)
  if (key === 'ArrowDown') return daysAfter(day, 7)
  if (key === 'Home') return daysAfter(day, -weekdayOf(day))
  if (key === 'End') return daysAfter(day, 6 - weekdayOf(day))
  if (key === 'PageUp') return monthsAfter(day, shift ? -12 : -1)
  if (key === 'PageDown') return monthsAfter(day, shift ? 12 : 1)
  return undefined
}
