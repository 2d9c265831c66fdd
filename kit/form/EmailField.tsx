import type { ComponentProps } from 'react'
import { Field } from '#kit/form/Field.tsx'

interface Props extends Pick<ComponentProps<typeof Field>, 'defaultValue' | 'readOnly'> {
  /** The browser suggests the passkeys of the site too. */
  passkeys?: boolean
}

/** The e-mail of an account; `autoComplete` makes a password manager store it with the password. */
export function EmailField({ passkeys = false, ...props }: Props) {
  return (
    <Field
      {...props}
      label="Correo electrónico"
      name="email"
      type="email"
      autoComplete={passkeys ? 'username webauthn' : 'username'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
    />
  )
}
