import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { OtherAccountSignedIn, useGoToLogin } from '#app/features/account/OtherAccountSignedIn.tsx'
import { Email } from '#contract/fields/profile.ts'
import { VerificationCode } from '#contract/fields/verificationCode.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { EmailField } from '#kit/form/EmailField.tsx'
import { Form, requiredText, SubmitError, useForm } from '#kit/form/Form.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'
import { AuthLinks } from '#shared/account/AuthLinks.tsx'
import { CodeField, ResendCode } from '#shared/account/ResendCode.tsx'
import { type EmailedLink, useEmailedLink } from '#shared/account/useEmailedLink.ts'

const EmailSchema = z.object({ email: Email })
const CodeSchema = z.object({ email: Email, code: requiredText(VerificationCode) })

/** Confirms a registration by the emailed link and a tap, or with the code typed in. */
export default function ConfirmAddUser() {
  const link = useEmailedLink()
  return <ConfirmForm key={`${link.email} ${link.secret}`} {...link} />
}

function ConfirmForm({ email, secret }: EmailedLink) {
  const mailed = useLocation({ select: ({ state }) => state.mailed })
  const form = useForm()
  const confirm = useCallMutation(confirmAddUser)
  const resend = useCallMutation(confirmAddUser)
  const { message, goToLogin } = useGoToLogin()
  // A new code invalidates the one of the link.
  const [isCodeTyped, setIsCodeTyped] = useState(secret === '')

  // Only on a tap: mail scanners open links too.
  const submit = () => {
    const fields = isCodeTyped ? form.validate(CodeSchema) : { email, code: secret }
    if (!fields) return
    resend.reset()
    const { email: user, code } = fields
    confirm.mutate({ user, code }, { onSuccess: () => goToLogin(user, CONFIRMED) })
  }
  const requestCode = () => {
    const fields = form.validate(EmailSchema)
    if (!fields) return
    confirm.reset()
    resend.mutate({ user: fields.email, code: '' }, { onSuccess: () => setIsCodeTyped(true) })
  }

  if (message) return <OtherAccountSignedIn message={message} />
  return (
    <AuthLayout
      title="Confirmá tu cuenta"
      lead={
        isCodeTyped
          ? 'Ingresá el código que te mandamos por correo. Dura 10 minutos.'
          : 'Es el último paso: con un toque queda lista.'
      }
    >
      {mailed && (
        <Alert tone="good" title="Revisá tu correo">
          Te escribimos a {email} cómo seguir. Si no lo ves, fijate en el correo no deseado.
        </Alert>
      )}
      <Form form={form} onSubmit={submit}>
        <EmailField defaultValue={email} readOnly={!isCodeTyped} />
        {isCodeTyped && <CodeField />}
        <SubmitError action="confirmar tu cuenta" error={confirm.error} />
        <Button type="submit" wide busy={confirm.isPending}>
          Confirmar mi cuenta
        </Button>
      </Form>
      {(isCodeTyped || confirm.error?.code === DENIED) && (
        <ResendCode resend={resend} onRequest={requestCode} disabled={confirm.isPending}>
          Si hay una cuenta sin confirmar con ese correo, le mandamos un código nuevo. Puede tardar
          un par de minutos.
        </ResendCode>
      )}
      <AuthLinks>
        <TextLink to="/login">Ya la confirmé: ingresar</TextLink>
      </AuthLinks>
    </AuthLayout>
  )
}

const CONFIRMED = 'Tu cuenta quedó confirmada. ¡Ya podés ingresar!'
