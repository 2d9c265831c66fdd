import type { ComponentProps } from 'react'
import { Field } from '#kit/form/Field.tsx'

/** The six digits that an authenticator app shows now, with or without a space. */
export function TotpField(
  props: Pick<ComponentProps<typeof Field>, 'name' | 'label' | 'error' | 'ref'>,
) {
  return (
    <Field
      {...props}
      hint="Seis números, que cambian cada medio minuto."
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
    />
  )
}
