import { type ComponentProps, useId } from 'react'
import { describedBy } from '#kit/form/describedBy.ts'
import { FieldFrame, type FieldTexts } from '#kit/form/FieldFrame.tsx'
import { fieldClasses } from '#kit/style/fieldClasses.ts'

interface Props extends FieldTexts, Omit<ComponentProps<'input'>, 'className' | 'id'> {
  /** Marks the label of a field that may stay empty. */
  optional?: boolean
}

/** A text field of one line. A native input, so that it works before hydration. */
export function Field({ label, hint, error, optional, ...input }: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional}>
      <input {...input} {...describedBy(id, { hint, error })} id={id} className={fieldClasses} />
    </FieldFrame>
  )
}
