import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import * as z from 'zod/mini'
import { useEmailedLink } from '#app/parts/account/useEmailedLink.ts'
import { EmailField } from '#app/parts/account/EmailField.tsx'
import { AuthLinks } from '#app/parts/account/AuthLinks.tsx'
import { useFormValidation } from '#app/parts/account/useFormValidation.ts'
import { Email } from '#contract/fields/profile.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { Button } from '#kit/display/Button.tsx'
import { Form } from '#kit/form/Form.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { TextLink } from '#kit/display/TextLink.tsx'
import { useCallMutation } from '#kit/api/callQueries.ts'

const Named = z.object({ email: Email })

/** Somebody forgot their password: a code goes to their e-mail, if it is an account's. */
export default function ResetPassword() {
  const { email: known } = useEmailedLink()
  const navigate = useNavigate()
  const { wrong, read } = useFormValidation()
  const request = useCallMutation(resetPassword)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const written = read(event.currentTarget, Named)
    if (!written) return
    const { email } = written
    request.mutate(
      { user: email },
      {
        onSuccess: () => {
          void navigate({ to: '/confirmResetPassword', state: { email, mailed: true } })
        },
      },
    )
  }

  return (
    <AuthLayout
      title="Recuperá tu contraseña"
      lead="Decinos tu correo y te mandamos un código para elegir una nueva."
    >
      <Form onSubmit={submit}>
        <EmailField defaultValue={known} error={wrong.email} />
        <SubmitError error={request.error} />
        <Button type="submit" wide busy={request.isPending}>
          Mandame el código
        </Button>
      </Form>
      <AuthLinks>
        <TextLink to="/confirmResetPassword">Ya tengo un código</TextLink>
        <TextLink to="/login">Volver a ingresar</TextLink>
      </AuthLinks>
    </AuthLayout>
  )
}
