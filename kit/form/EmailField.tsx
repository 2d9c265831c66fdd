import type { ComponentProps } from 'react'
import { Field } from '#kit/form/Field.tsx'

type Props = Pick<ComponentProps<typeof Field>, 'error' | 'defaultValue' | 'readOnly' | 'hint'>

/** The e-mail of an account; `autoComplete` makes a password manager store it with the password. */
export function EmailField(props: Props) {
  return (
    <Field
      {...props}
      label="Correo electrónico"
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
    />
  )
}
