import type { ComponentProps } from 'react'
import { Field } from '#kit/form/Field.tsx'

type Props = Pick<ComponentProps<typeof Field>, 'error' | 'defaultValue' | 'readOnly' | 'hint'>

/** An account's e-mail, named so that a password manager knows whose password stands beside it. */
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
