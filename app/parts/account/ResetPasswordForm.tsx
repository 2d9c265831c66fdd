import { useLocation } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useApp } from '#app/context.ts'
import { type EmailedLink, useEmailedLink } from '#app/parts/account/useEmailedLink.ts'
import { ResendCode } from '#app/parts/account/ResendCode.tsx'
import { CodeField } from '#app/parts/account/CodeField.tsx'
import { EmailField } from '#app/parts/account/EmailField.tsx'
import { AuthLinks } from '#app/parts/account/AuthLinks.tsx'
import { NewPasswordField } from '#app/parts/account/NewPasswordField.tsx'
import { OtherAccountSignedIn } from '#app/parts/account/OtherAccountSignedIn.tsx'
import { useGoToLogin } from '#app/session/useGoToLogin.ts'
import { required, useFormValidation } from '#app/parts/account/useFormValidation.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { VerificationCode } from '#contract/fields/verificationCode.ts'
import { NewPassword as Password } from '#contract/fields/password.ts'
import { Email } from '#contract/fields/profile.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Button } from '#kit/display/Button.tsx'
import { Form } from '#kit/form/Form.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { TextLink } from '#kit/display/TextLink.tsx'
import { useCallMutation } from '#kit/api/callQueries.ts'

const Named = z.object({ email: Email })
const Chosen = z.object({ password: required(Password) })
const Typed = z.object({
  email: Email,
  code: required(VerificationCode),
  password: required(Password),
})

/** Who forgot their password chooses a new one: by their mail's link, or with the code typed. */
export function ResetPasswordForm() {
  const link = useEmailedLink()
  return <Choose key={`${link.email} ${link.secret}`} {...link} />
}

function Choose({ email, secret }: EmailedLink) {
  const { session } = useApp()
  const form = useRef<HTMLFormElement>(null)
  const mailed = useLocation({ select: ({ state }) => state.mailed })
  const { wrong, read } = useFormValidation()
  const confirm = useCallMutation(confirmResetPassword)
  const resend = useCallMutation(resetPassword)
  const { news, toLogin } = useGoToLogin()
  // A new code makes the link's an old one.
  const [byHand, setByHand] = useState(secret === '')

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const written = byHand
      ? read(event.currentTarget, Typed)
      : withLink(read(event.currentTarget, Chosen), { email, secret })
    if (!written) return
    resend.reset()
    const { email: user, code, password } = written
    confirm.mutate(
      { user, code, password },
      {
        onSuccess: () => {
          // The server ended this one too.
          if (session.current()?.user.email === user) session.leave()
          toLogin(user, CHANGED)
        },
      },
    )
  }
  const ask = () => {
    const written = form.current && read(form.current, Named)
    if (!written) return
    confirm.reset()
    resend.mutate({ user: written.email }, { onSuccess: () => setByHand(true) })
  }

  if (news) return <OtherAccountSignedIn news={news} />
  return (
    <AuthLayout
      title="Elegí una contraseña nueva"
      lead={
        byHand
          ? 'Con el código que te mandamos por correo. Dura 10 minutos.'
          : 'La vas a usar desde ahora para ingresar.'
      }
    >
      {mailed && (
        <Alert tone="good" title="Revisá tu correo">
          Si hay una cuenta con {email}, le mandamos un código. Si no lo ves, fijate en el correo no
          deseado.
        </Alert>
      )}
      <Form ref={form} onSubmit={submit}>
        <EmailField defaultValue={email} readOnly={!byHand} error={wrong.email} />
        {byHand && <CodeField error={wrong.code} />}
        <NewPasswordField label="Contraseña nueva" error={wrong.password} />
        <SubmitError error={confirm.error} />
        <Button type="submit" wide busy={confirm.isPending}>
          Guardar la contraseña
        </Button>
      </Form>
      {(byHand || confirm.error?.code === DENIED) && (
        <ResendCode resend={resend} onAsk={ask} disabled={confirm.isPending}>
          Si hay una cuenta con ese correo, le mandamos un código nuevo. Puede tardar un par de
          minutos.
        </ResendCode>
      )}
      <AuthLinks>
        <TextLink to="/login">Volver a ingresar</TextLink>
      </AuthLinks>
    </AuthLayout>
  )
}

const withLink = (chosen: z.output<typeof Chosen> | null, { email, secret }: EmailedLink) =>
  chosen && { email, code: secret, ...chosen }

const CHANGED =
  'Tu contraseña cambió y cerramos las sesiones que tenías abiertas. Ingresá con la nueva.'
