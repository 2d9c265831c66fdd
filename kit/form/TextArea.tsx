import type { ComponentProps } from 'react'
import { FieldFrame, type FieldTexts } from '#kit/form/Field.tsx'

interface Props extends FieldTexts, Omit<ComponentProps<'textarea'>, 'className' | 'id'> {
  optional?: boolean
}

/** A text field of several lines that grows with its text. */
export function TextArea({ label, hint, error, optional, ...area }: Props) {
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional}>
      {({ className, ...control }) => (
        <textarea
          rows={4}
          {...area}
          {...control}
          className={`${className} field-sizing-content min-h-28`}
        />
      )}
    </FieldFrame>
  )
}
