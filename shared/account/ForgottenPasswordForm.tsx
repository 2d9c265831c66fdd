import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { Email } from '#contract/fields/profile.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { EmailField } from '#kit/form/EmailField.tsx'
import { Form, SubmitError, useForm } from '#kit/form/Form.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'
import { AuthLinks } from '#shared/account/AuthLinks.tsx'
import { useEmailedLink } from '#shared/account/useEmailedLink.ts'

const EmailSchema = z.object({ email: Email })

/**
 * Requests a verification code for a forgotten password. The answer does not depend on whether the
 * account exists.
 * @param props.link base of the emailed link; without it the link opens the app
 */
export function ForgottenPasswordForm({ link }: { link?: string }) {
  const { email: linkEmail } = useEmailedLink()
  const navigate = useNavigate()
  const form = useForm()
  const request = useCallMutation(resetPassword)

  const submit = () => {
    const fields = form.validate(EmailSchema)
    if (!fields) return
    const { email } = fields
    request.mutate(
      { user: email, ...(link && { link }) },
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
      <Form form={form} onSubmit={submit}>
        <EmailField defaultValue={linkEmail} />
        <SubmitError action="pedir el código" error={request.error} />
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
