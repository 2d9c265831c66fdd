import { ChevronDown, CircleAlert } from 'lucide-react'
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useId,
} from 'react'
import type { ApiError } from '#kit/api/apiError.ts'

/** The state of a form: its fields take their part of it by their names. */
export interface FormState {
  values: Readonly<Record<string, string | undefined>>
  errors: Readonly<Record<string, string | undefined>>
  /** Whether an error of a call is shown at a field. */
  isAtField: (error: ApiError) => boolean
  /** The form's element; none outside a form. */
  ref?: RefObject<HTMLFormElement | null>
}

export const FormContext = createContext<FormState>({
  values: {},
  errors: {},
  isAtField: () => false,
})

interface Props extends FieldTexts, Omit<ComponentProps<'input'>, 'className' | 'id'> {
  /** Marks the label of a field that may stay empty. */
  optional?: boolean
}

/** A text field of one line. A native input, so that it works before hydration. */
export function Field({ label, hint, error, optional, compact, ...input }: Props) {
  return (
    <FieldFrame {...{ name: input.name, label, hint, error, optional, compact }}>
      {(control) => <input {...control} {...input} />}
    </FieldFrame>
  )
}

export interface FieldTexts {
  label: string
  /** How to fill it in; visible also beside an error. */
  hint?: string | undefined
  /** The error, as a sentence; by default the one of the form for the field's name. */
  error?: string | undefined
  /** Draws the label inside of the control, small: a filter above a list. */
  compact?: boolean | undefined
}

export const CONTROL =
  'block min-h-12 w-full rounded-control border border-edge bg-surface px-4 py-2.5 text-ink transition-colors placeholder:text-soft hover:border-ink focus-visible:outline-offset-0 aria-invalid:border-bad aria-invalid:border-2 disabled:bg-sunken disabled:text-soft [&[readonly]]:bg-sunken'

/** With a mouse 40 px high; `data-set` marks a filter that is set. */
export const COMPACT =
  'block min-h-12 w-full rounded-inner border border-edge bg-surface px-3 pt-4.5 pb-0.5 text-sm text-ink transition-colors hover:border-ink focus-visible:outline-offset-0 data-set:border-brand data-set:bg-brand-tint dense:min-h-10 dense:pt-4'
export const COMPACT_LABEL =
  'pointer-events-none absolute inset-x-[13px] top-0.5 z-1 truncate text-xs leading-4 text-soft'

type ControlProps = { id: string; className: string; defaultValue?: string } & ReturnType<
  typeof describedBy
>

interface FrameProps extends FieldTexts {
  name: string | undefined
  /** Marks the label of a field that may stay empty. */
  optional?: boolean | undefined
  /** Draws the control with the classes and the attributes that link it to the texts. */
  children: (control: ControlProps) => ReactNode
}

export function FieldFrame({
  name = '',
  label,
  hint,
  optional,
  compact = false,
  children,
  ...own
}: FrameProps) {
  const id = useId()
  const { values, errors } = use(FormContext)
  const { error = errors[name] } = own
  const defaultValue = values[name]
  return (
    <div className={compact ? 'relative' : 'flex flex-col gap-1.5'}>
      <label htmlFor={id} className={compact ? COMPACT_LABEL : 'font-medium'}>
        {label}
        {optional && <span className="font-normal text-soft"> (opcional)</span>}
      </label>
      {children({
        id,
        className: compact ? COMPACT : CONTROL,
        ...(defaultValue !== undefined && { defaultValue }),
        ...describedBy(id, { hint, error }),
      })}
      <FieldError id={id} error={error} />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The attributes that link a control to its FieldError and to its hint, by their ids. */
export function describedBy(id: string, { error, hint }: Omit<FieldTexts, 'label'>) {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return { 'aria-invalid': Boolean(error), 'aria-describedby': ids || undefined }
}

/**
 * The error of a control, announced when it appears. `describedBy` links it to the control `id`.
 */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <div aria-live="polite">
      {error && (
        <p id={`${id}-error`} className="flex gap-1.5 text-sm font-medium text-bad">
          <CircleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}

export interface Option<Value extends string = string> {
  value: Value
  label: string
}

interface SelectProps
  extends FieldTexts,
    Omit<ComponentProps<'select'>, 'className' | 'id' | 'children'> {
  options: readonly Option[]
  /** Drawn while nothing is selected; without it the first option is selected. */
  placeholder?: string
}

/** A choice of many options: the native select, with the phone's own picker. */
export function Select({
  label,
  hint,
  error,
  compact,
  options,
  placeholder,
  ...select
}: SelectProps) {
  return (
    <FieldFrame {...{ name: select.name, label, hint, error, compact }}>
      {({ className, ...control }) => (
        <div className="relative">
          <select
            {...control}
            {...select}
            className={`${className} appearance-none text-ellipsis ${compact ? 'pr-8' : 'pr-11'}`}
          >
            {placeholder && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            size={compact ? 16 : 20}
            className={`pointer-events-none absolute inset-y-0 my-auto text-soft ${compact ? 'right-2.5' : 'right-4'}`}
          />
        </div>
      )}
    </FieldFrame>
  )
}

interface TextAreaProps extends FieldTexts, Omit<ComponentProps<'textarea'>, 'className' | 'id'> {
  optional?: boolean
}

/** A text field of several lines that grows with its text. */
export function TextArea({ label, hint, error, optional, ...area }: TextAreaProps) {
  return (
    <FieldFrame name={area.name} label={label} hint={hint} error={error} optional={optional}>
      {({ className, ...control }) => (
        <textarea
          rows={4}
          {...control}
          {...area}
          className={`${className} field-sizing-content min-h-28`}
        />
      )}
    </FieldFrame>
  )
}
