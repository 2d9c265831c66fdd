import type { FormEvent } from 'react'
import * as z from 'zod/mini'
import { currentPassword } from '#contract/fields/password.ts'
import { Email } from '#contract/fields/profile.ts'
import { requestEmailChange } from '#contract/user/requestEmailChange.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { Text } from '#kit/display/Text.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Form } from '#kit/form/Form.tsx'
import { PasswordField } from '#kit/form/PasswordField.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { requiredText, useFormValidation } from '#kit/form/useFormValidation.ts'

const Fields = z.object({
  email: Email,
  password: requiredText(currentPassword('Escribí tu contraseña.')),
})

interface Props {
  /** The present address. */
  email: string
  onSent: (newEmail: string) => void
}

/** Step 1 of a change of email: the new address and the password. */
export function EmailRequestForm({ email, onSent }: Props) {
  const { errors, validate, showAt } = useFormValidation()
  const request = useCallMutation(requestEmailChange)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    const fields = validate(form, Fields)
    if (!fields) return
    if (fields.email === email) {
      showAt(form, 'email', 'Ese ya es tu correo. Escribí el nuevo.')
      return
    }
    request.mutate(fields, {
      onSuccess: () => onSent(fields.email),
      onError: ({ reason, message }) => {
        if (reason === 'wrong_password') showAt(form, 'password', message)
      },
    })
  }
  const isAtField = request.error?.reason === 'wrong_password'
  return (
    <Card>
      <Text>
        Hoy ingresás con <strong className="wrap-anywhere">{email}</strong>.
      </Text>
      <Text kind="soft">
        Para cambiarlo mandamos un código a ese correo y otro al nuevo. Hasta que ingreses los dos,
        todo sigue como está.
      </Text>
      <Form onSubmit={submit}>
        <input type="email" name="user" autoComplete="username" defaultValue={email} hidden />
        <Field
          label="Correo nuevo"
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          error={errors.email}
        />
        <PasswordField
          label="Tu contraseña"
          name="password"
          autoComplete="current-password"
          error={errors.password}
        />
        <SubmitError action="cambiar tu correo" error={isAtField ? null : request.error} />
        <Button type="submit" wide busy={request.isPending}>
          Mandar los códigos
        </Button>
      </Form>
    </Card>
  )
}
