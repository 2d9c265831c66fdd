import { type ComponentProps, useId } from 'react'
import { describedBy } from '#kit/form/describedBy.ts'
import { FieldFrame, type FieldTexts } from '#kit/form/FieldFrame.tsx'
import { fieldClasses } from '#kit/style/fieldClasses.ts'

interface Props extends FieldTexts, Omit<ComponentProps<'textarea'>, 'className' | 'id'> {
  optional?: boolean
}

/** A text field of several lines that grows with its text. */
export function TextArea({ label, hint, error, optional, ...area }: Props) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional}>
      <textarea
        rows={4}
        {...area}
        {...describedBy(id, { hint, error })}
        id={id}
        className={`${fieldClasses} field-sizing-content min-h-28`}
      />
    </FieldFrame>
  )
}
