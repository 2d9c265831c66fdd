import type { ReactNode } from 'react'
import { FieldError } from '#kit/form/FieldError.tsx'

/** What every field says about itself. */
export interface FieldTexts {
  label: string
  /** How to fill it; stays visible beside an error. */
  hint?: string | undefined
  /** What is wrong, as a whole sentence. */
  error?: string | undefined
}

interface Props extends FieldTexts {
  id: string
  /** Marks the label, for a field that may stay empty. */
  optional?: boolean | undefined
  children: ReactNode
}

/** Label above, control, then error and hint; ids tie them together, see `describedBy`. */
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
