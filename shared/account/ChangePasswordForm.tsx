import { type FormEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { RequestOf } from '#contract/call.ts'
import {
  currentPassword,
  isPasswordRefusal,
  NewPassword,
  WRONG_CURRENT_PASSWORD,
} from '#contract/fields/password.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Form } from '#kit/form/Form.tsx'
import { PasswordField } from '#kit/form/PasswordField.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { required, useFormValidation } from '#kit/form/useFormValidation.ts'
import { NewPasswordField } from '#shared/account/NewPasswordField.tsx'

interface Props {
  /** The e-mail of the signed-in account. */
  email: string
}

const Fields = z.object({
  currentPassword: required(currentPassword('Escribí tu contraseña actual.')),
  password: required(NewPassword),
})

/**
 * Changes the password of the signed-in account: the current one and the new one. The other sessions
 * of the account end, and this one continues with a new token (`onRenewedToken` of the API client).
 */
export function ChangePasswordForm({ email }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, validate } = useFormValidation()
  const change = useCallMutation(updatePassword)
  const [isEdited, setEdited] = useState(true)
  const refusal = isEdited ? undefined : change.error?.message
  const atCurrent = refusal === WRONG_CURRENT_PASSWORD ? refusal : undefined
  const atNew = refusal && isPasswordRefusal(refusal) ? refusal : undefined

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = validate(event.currentTarget, Fields)
    if (!fields) return
    setEdited(false)
    const request: RequestOf<typeof updatePassword> = { user: email, ...fields }
    change.mutate(request, {
      onSuccess: () => form.current?.reset(),
      onError: ({ message }) => focusField(form.current, fieldOf(message)),
    })
  }

  return (
    <Form ref={form} onSubmit={submit} onChange={() => setEdited(true)}>
      <input type="email" name="user" autoComplete="username" defaultValue={email} hidden />
      <PasswordField
        label="Contraseña actual"
        name="currentPassword"
        autoComplete="current-password"
        error={errors.currentPassword ?? atCurrent}
      />
      <NewPasswordField label="Contraseña nueva" error={errors.password ?? atNew} />
      {change.isSuccess && !isEdited && (
        <Alert tone="good">
          Tu contraseña cambió. Cerramos las sesiones que tenías abiertas en otros lados.
        </Alert>
      )}
      <SubmitError
        action="cambiar tu contraseña"
        error={atCurrent || atNew ? null : change.error}
      />
      <Button type="submit" wide busy={change.isPending}>
        Cambiar la contraseña
      </Button>
    </Form>
  )
}

/** The field that a refusal is about. */
function fieldOf(refusal: string): string | undefined {
  if (refusal === WRONG_CURRENT_PASSWORD) return 'currentPassword'
  return isPasswordRefusal(refusal) ? 'password' : undefined
}

const focusField = (form: HTMLFormElement | null, name: string | undefined) => {
  if (name) (form?.elements.namedItem(name) as HTMLElement | null)?.focus()
}
