import type { ComponentProps } from 'react'
import { FieldFrame, type FieldTexts } from '#kit/form/FieldFrame.tsx'

interface Props extends FieldTexts, Omit<ComponentProps<'input'>, 'className' | 'id'> {
  /** Marks the label of a field that may stay empty. */
  optional?: boolean
}

/** A text field of one line. A native input, so that it works before hydration. */
export function Field({ label, hint, error, optional, ...input }: Props) {
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional}>
      {(control) => <input {...input} {...control} />}
    </FieldFrame>
  )
}
