import type { ReactNode } from 'react'
import { FieldError } from '#kit/form/FieldError.tsx'

/** The texts of a field besides its label. */
export interface FieldTexts {
  label: string
  /** How to fill it in; visible also beside an error. */
  hint?: string | undefined
  /** The error, as a sentence. */
  error?: string | undefined
}

interface Props extends FieldTexts {
  id: string
  /** Marks the label of a field that may stay empty. */
  optional?: boolean | undefined
  children: ReactNode
}

/** Label, control, error and hint of a field, linked by ids; see `describedBy`. */
export function FieldFrame({ id, label, hint, error, optional, children }: Props) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
        {optional && <span className="font-normal text-soft"> (opcional)</span>}
      </label>
      {children}
      <FieldError id={id} error={error} />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
    </div>
  )
}
