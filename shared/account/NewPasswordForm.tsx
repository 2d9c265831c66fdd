import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { NewPassword as Password } from '#contract/fields/password.ts'
import { Email } from '#contract/fields/profile.ts'
import { VerificationCode } from '#contract/fields/verificationCode.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { EmailField } from '#kit/form/EmailField.tsx'
import { Form, requiredText, SubmitError, useForm } from '#kit/form/Form.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'
import { AuthLinks } from '#shared/account/AuthLinks.tsx'
import { NewPasswordField } from '#shared/account/NewPasswordField.tsx'
import { CodeField, ResendCode } from '#shared/account/ResendCode.tsx'
import { type EmailedLink, useEmailedLink } from '#shared/account/useEmailedLink.ts'

const EmailSchema = z.object({ email: Email })
const PasswordSchema = z.object({ password: requiredText(Password) })
const CodeSchema = z.object({
  email: Email,
  code: requiredText(VerificationCode),
  password: requiredText(Password),
})

interface Props {
  /** Base of the emailed link; without it the link opens the app. */
  link?: string
  /**
   * Runs after the change, which has ended all sessions of the account.
   * @param changed the sentence that says so
   */
  onChanged: (email: string, changed: string) => void
}

/** Sets a new password by the emailed link, or with the code typed in. */
export function NewPasswordForm(props: Props) {
  const emailed = useEmailedLink()
  return <EmailedForm key={`${emailed.email} ${emailed.secret}`} {...props} {...emailed} />
}

function EmailedForm({ email, secret, undoesBank, link, onChanged }: Props & EmailedLink) {
  const mailed = useLocation({ select: ({ state }) => state.mailed })
  const form = useForm({ refusedFields: { weak_password: 'password' } })
  const confirm = useCallMutation(confirmResetPassword)
  const resend = useCallMutation(resetPassword)
  // A new code invalidates the one of the link.
  const [isCodeTyped, setIsCodeTyped] = useState(secret === '')
  const isDenied = confirm.error?.code === DENIED && !form.isAtField(confirm.error)
  const texts = textsOf(isCodeTyped, undoesBank)

  const submit = () => {
    const fields = isCodeTyped
      ? form.validate(CodeSchema)
      : withLink(form.validate(PasswordSchema), { email, secret })
    if (!fields) return
    resend.reset()
    const { email: user, code, password } = fields
    confirm.mutate(
      { user, code, password },
      {
        onSuccess: () => onChanged(user, texts.changed),
        onError: form.showRefusal,
      },
    )
  }
  const requestCode = () => {
    const fields = form.validate(EmailSchema)
    if (!fields) return
    confirm.reset()
    resend.mutate(
      { user: fields.email, ...(link && { link }) },
      { onSuccess: () => setIsCodeTyped(true) },
    )
  }

  return (
    <AuthLayout title={texts.title} lead={texts.lead}>
      {mailed && (
        <Alert tone="good" title="Revisá tu correo">
          Si hay una cuenta con {email}, le mandamos un código. Si no lo ves, fijate en el correo no
          deseado.
        </Alert>
      )}
      <Form form={form} onSubmit={submit}>
        <EmailField defaultValue={email} readOnly={!isCodeTyped} />
        {isCodeTyped && <CodeField />}
        <NewPasswordField label="Contraseña nueva" />
        <SubmitError action="cambiar tu contraseña" error={confirm.error} />
        <Button type="submit" wide busy={confirm.isPending}>
          {texts.submit}
        </Button>
      </Form>
      {(isCodeTyped || isDenied) && (
        <ResendCode resend={resend} onRequest={requestCode} disabled={confirm.isPending}>
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

const withLink = (
  fields: z.output<typeof PasswordSchema> | null,
  { email, secret }: Pick<EmailedLink, 'email' | 'secret'>,
) => fields && { email, code: secret, ...fields }

/** The texts of a reset, and of the link that undoes a change of the bank account by one. */
function textsOf(isCodeTyped: boolean, undoesBank: boolean) {
  if (undoesBank && !isCodeTyped)
    return {
      title: 'Deshacé el cambio de tu cuenta bancaria',
      lead: 'Alguien pudo entrar con tu contraseña: elegí una nueva. Tu cuenta bancaria vuelve a ser la de antes y cerramos todas las sesiones.',
      submit: 'Deshacer el cambio',
      changed:
        'Tu cuenta bancaria volvió a ser la de antes, tu contraseña cambió y cerramos todas las sesiones. Ingresá con la nueva.',
    }
  return {
    title: 'Elegí una contraseña nueva',
    lead: isCodeTyped
      ? 'Con el código que te mandamos por correo. Dura 10 minutos.'
      : 'La vas a usar desde ahora para ingresar.',
    submit: 'Guardar la contraseña',
    changed:
      'Tu contraseña cambió y cerramos las sesiones que tenías abiertas. Ingresá con la nueva.',
  }
}
