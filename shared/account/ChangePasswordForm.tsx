import { type FormEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import type { RequestOf } from '#contract/call.ts'
import { currentPassword, NewPassword } from '#contract/fields/password.ts'
import type { RefusalReason } from '#contract/refusalReasons.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Form } from '#kit/form/Form.tsx'
import { PasswordField } from '#kit/form/PasswordField.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { requiredText, useFormValidation } from '#kit/form/useFormValidation.ts'
import { NewPasswordField } from '#shared/account/NewPasswordField.tsx'

interface Props {
  /** The e-mail of the signed-in account. */
  email: string
}

const Fields = z.object({
  currentPassword: requiredText(currentPassword('Escribí tu contraseña actual.')),
  password: requiredText(NewPassword),
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
  const refusal = isEdited ? null : change.error
  const refusedField = refusal?.reason && REFUSED_FIELDS[refusal.reason]
  const refusedAt = (name: keyof typeof Fields.shape) =>
    refusedField === name ? refusal?.message : undefined

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = validate(event.currentTarget, Fields)
    if (!fields) return
    setEdited(false)
    const request: RequestOf<typeof updatePassword> = { user: email, ...fields }
    change.mutate(request, {
      onSuccess: () => form.current?.reset(),
      onError: ({ reason }) => focusField(form.current, reason && REFUSED_FIELDS[reason]),
    })
  }

  return (
    <Form ref={form} onSubmit={submit} onChange={() => setEdited(true)}>
      <input type="email" name="user" autoComplete="username" defaultValue={email} hidden />
      <PasswordField
        label="Contraseña actual"
        name="currentPassword"
        autoComplete="current-password"
        error={errors.currentPassword ?? refusedAt('currentPassword')}
      />
      <NewPasswordField label="Contraseña nueva" error={errors.password ?? refusedAt('password')} />
      {change.isSuccess && !isEdited && (
        <Alert tone="good">
          Tu contraseña cambió. Cerramos las sesiones que tenías abiertas en otros lados.
        </Alert>
      )}
      <SubmitError action="cambiar tu contraseña" error={refusedField ? null : change.error} />
      <Button type="submit" wide busy={change.isPending}>
        Cambiar la contraseña
      </Button>
    </Form>
  )
}

/** The field that a refusal is about. */
const REFUSED_FIELDS: Partial<Record<RefusalReason, keyof typeof Fields.shape>> = {
  wrong_password: 'currentPassword',
  weak_password: 'password',
}

const focusField = (form: HTMLFormElement | null, name: string | undefined) => {
  if (name) (form?.elements.namedItem(name) as HTMLElement | null)?.focus()
}
