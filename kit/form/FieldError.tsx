import { CircleAlert } from 'lucide-react'

interface Texts {
  error?: string | undefined
  hint?: string | undefined
}

/** The attributes that link a control to its FieldError and to its hint, by their ids. */
export function describedBy(id: string, { error, hint }: Texts) {
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
