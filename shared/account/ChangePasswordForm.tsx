import { useRef } from 'react'
import * as z from 'zod/mini'
import { currentPassword, NewPassword } from '#contract/fields/password.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Alert } from '#kit/feedback/Alert.tsx'
import { requiredText } from '#kit/form/Form.tsx'
import { MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'
import { PasswordField } from '#kit/form/PasswordField.tsx'
import { choosablePassword } from '#shared/account/choosablePassword.ts'
import { NewPasswordField } from '#shared/account/NewPasswordField.tsx'

interface Props {
  email: string
}

const Fields = z.object({
  currentPassword: currentPassword('Escribí tu contraseña actual.'),
  password: requiredText(NewPassword),
})

/**
 * Changes the password of the signed-in account: the current one and the new one. The other sessions
 * of the account end, and this one continues with a new token (`onRenewedToken` of the API client).
 */
export function ChangePasswordForm({ email }: Props) {
  const ref = useRef<HTMLFormElement>(null)
  const change = useCallMutation(updatePassword)
  const form = useMutationForm({
    ref,
    mutation: change,
    schema: Fields,
    checks: { password: () => choosablePassword({ email }) },
    request: (fields) => ({ user: email, ...fields }),
    refusedFields: { wrong_password: 'currentPassword', weak_password: 'password' },
    onSuccess: () => ref.current?.reset(),
  })
  return (
    <MutationForm
      form={form}
      action="cambiar tu contraseña"
      button="Cambiar la contraseña"
      onChange={() => change.isSuccess && change.reset()}
    >
      <input type="email" name="user" autoComplete="username" defaultValue={email} hidden />
      <PasswordField label="Contraseña actual" name="currentPassword" />
      <NewPasswordField label="Contraseña nueva" />
      {change.isSuccess && (
        <Alert tone="good">
          Tu contraseña cambió. Cerramos las sesiones que tenías abiertas en otros lados.
        </Alert>
      )}
    </MutationForm>
  )
}
