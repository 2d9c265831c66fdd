import { type ReactNode, useId } from 'react'
import { describedBy, FieldError } from '#kit/form/FieldError.tsx'

/** The texts of a field besides its label. */
export interface FieldTexts {
  label: string
  /** How to fill it in; visible also beside an error. */
  hint?: string | undefined
  /** The error, as a sentence. */
  error?: string | undefined
}

/** The classes of input, select and textarea. */
const CONTROL =
  'block min-h-12 w-full rounded-control border border-edge bg-surface px-4 py-2.5 text-ink transition-colors placeholder:text-soft hover:border-ink focus-visible:outline-offset-0 aria-invalid:border-bad aria-invalid:border-2 disabled:bg-sunken disabled:text-soft [&[readonly]]:bg-sunken'

type ControlProps = { id: string; className: string } & ReturnType<typeof describedBy>

interface Props extends FieldTexts {
  /** Marks the label of a field that may stay empty. */
  optional?: boolean | undefined
  /** Draws the control with the classes and the attributes that link it to the texts. */
  children: (control: ControlProps) => ReactNode
}

/** Label, control, error and hint of a field, linked by ids. */
export function FieldFrame({ label, hint, error, optional, children }: Props) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
        {optional && <span className="font-normal text-soft"> (opcional)</span>}
      </label>
      {children({ id, className: CONTROL, ...describedBy(id, { hint, error }) })}
      <FieldError id={id} error={error} />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
    </div>
  )
}
