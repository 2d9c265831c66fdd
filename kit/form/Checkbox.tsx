import { type ComponentProps, type ReactNode, useId } from 'react'
import { describedBy, FieldError } from '#kit/form/Field.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'type' | 'children'> {
  /** The error, as a sentence. */
  error?: string | undefined
  children: ReactNode
}

/** A checkbox; its whole line is clickable. */
export function Checkbox({ children, error, ...input }: Props) {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-12 items-center gap-3">
        <input
          {...input}
          {...describedBy(id, { error })}
          type="checkbox"
          className="size-5.5 shrink-0"
        />
        <span>{children}</span>
      </label>
      <FieldError id={id} error={error} />
    </div>
  )
}
