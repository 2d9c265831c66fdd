import { CalendarDays } from 'lucide-react'
import { type ComponentProps, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { IconButton } from '#kit/display/IconButton.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { FieldFrame, type FieldTexts, FormContext } from '#kit/form/Field.tsx'
import {
  type DayLimits,
  dayOfText,
  shownDay,
  typedDayError,
  withSlashes,
} from '#kit/form/typedDay.ts'

/** Without its chunk the day is typed: the field is complete. */
const LazyCalendar = lazyComponent(
  async () => (await import('#kit/form/DayCalendar.tsx')).DayCalendar,
  ({ failure }): ReactNode => failure,
)

interface Props
  extends FieldTexts,
    DayLimits,
    Pick<ComponentProps<'input'>, 'name' | 'required' | 'autoComplete'> {
  /** Marks the label of a field that may stay empty. */
  optional?: boolean
  /** `yyyyMMdd` or empty, when the owner keeps it. */
  value?: string
  /** Gets a whole day between the limits, as `yyyyMMdd`, or empty when the field was emptied. */
  onChange?: (value: string) => void
  /** `yyyyMMdd`, or as it was typed. */
  defaultValue?: string
}

/**
 * A day, typed and shown as `dd/mm/yyyy`: the browser's own field follows the browser's language, which
 * may put the month first. A form reads what is typed: `dayOfText` makes `yyyyMMdd` of it.
 */
export function DayField({ value, onChange, defaultValue, min, max, ...props }: Props) {
  const { label, hint, error, optional, name = '', ...input } = props
  const { values, errors } = use(FormContext)
  const limits = { min, max }
  const [first] = useState(() => shownDay(value ?? defaultValue ?? values[name] ?? '', limits))
  const [wrong, setWrong] = useState<string>()
  const [open, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const { current } = field
    if (value === undefined || !current) return
    // What is being typed stays while it is the same day.
    if (value === '' || dayOfText(current.value) !== value) {
      current.value = shownDay(value)
      setWrong(undefined)
    }
  }, [value])
  /** Writes a whole day in full, and says what is wrong with any other text. */
  const finish = () => {
    if (!field.current) return
    const text = shownDay(field.current.value, limits)
    const isWritten = text !== field.current.value
    field.current.value = text
    setWrong(typedDayError(text, limits))
    if (isWritten) field.current.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const report = (text: string) => {
    if (text.trim() === '') onChange?.('')
    const isYearWhole = /\d{4}/.test(text)
    const day = dayOfText(text, limits)
    if (day !== '' && isYearWhole && !typedDayError(text, limits) && day !== value) onChange?.(day)
  }
  const pick = (day: string) => {
    setOpen(false)
    if (!field.current) return
    field.current.value = shownDay(day)
    setWrong(undefined)
    field.current.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <FieldFrame
      name={name}
      label={label}
      hint={hint}
      error={error ?? errors[name] ?? wrong}
      optional={optional}
    >
      {({ className, ...control }) => (
        <div className="relative">
          <input
            {...control}
            {...input}
            ref={field}
            name={name || undefined}
            defaultValue={first}
            className={`${className} pr-12`}
            inputMode="numeric"
            placeholder="dd/mm/aaaa"
            autoComplete={input.autoComplete ?? 'off'}
            maxLength={12}
            onInput={({ currentTarget }) => {
              // Elsewhere than at its end the text is being put right.
              if (currentTarget.selectionStart === currentTarget.value.length)
                currentTarget.value = withSlashes(currentTarget.value)
              setWrong(undefined)
              report(currentTarget.value)
            }}
            onPaste={() => setTimeout(finish)}
            onBlur={finish}
            onKeyDown={({ key }) => key === 'Enter' && finish()}
          />
          <div className="absolute inset-y-0 right-0 flex items-center">
            <IconButton
              label="Abrir el calendario"
              icon={<CalendarDays aria-hidden="true" size={20} />}
              aria-haspopup="dialog"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            />
          </div>
          {open && (
            <LazyCalendar
              label={label}
              value={dayOfText(field.current?.value ?? '', limits)}
              limits={limits}
              field={field}
              onPick={pick}
              onClose={() => setOpen(false)}
            />
          )}
        </div>
      )}
    </FieldFrame>
  )
}
