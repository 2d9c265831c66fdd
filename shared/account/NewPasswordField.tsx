import type { ComponentProps } from 'react'
import { PasswordField } from '#kit/form/PasswordField.tsx'

type Props = Pick<ComponentProps<typeof PasswordField>, 'label'>

/** A new password, typed once: the button that shows it replaces a second field. */
export function NewPasswordField(props: Props) {
  return (
    <PasswordField
      {...props}
      hint="Entre 8 y 128 caracteres, los que quieras. Una frase que solo vos conozcas es lo mejor."
      name="password"
      autoComplete="new-password"
    />
  )
}
