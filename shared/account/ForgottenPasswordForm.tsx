import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { Email } from '#contract/fields/profile.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { EmailField } from '#kit/form/EmailField.tsx'
import { MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'
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
  const form = useMutationForm({
    mutation: useCallMutation(resetPassword),
    schema: EmailSchema,
    request: ({ email }) => ({ user: email, link }),
    onSuccess: (_answer, { email }) =>
      void navigate({ to: '/confirmResetPassword', state: { email, mailed: true } }),
  })
  return (
    <AuthLayout
      title="Recuperá tu contraseña"
      lead="Decinos tu correo y te mandamos un código para elegir una nueva."
    >
      <MutationForm form={form} action="pedir el código" button="Mandame el código">
        <EmailField defaultValue={linkEmail} />
      </MutationForm>
      <AuthLinks>
        <TextLink to="/confirmResetPassword">Ya tengo un código</TextLink>
        <TextLink to="/login">Volver a ingresar</TextLink>
      </AuthLinks>
    </AuthLayout>
  )
}
