import { CircleAlert } from 'lucide-react'

/** What is wrong with a control, said aloud when it appears; `describedBy` ties it to `id`'s control. */
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
