import type { UseMutationResult } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { NewPassword } from '#contract/fields/password.ts'
import { Email } from '#contract/fields/profile.ts'
import { VerificationCode } from '#contract/fields/verificationCode.ts'
import { DENIED } from '#contract/responseCodes.ts'
import { Button } from '#kit/display/Button.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { EmailField } from '#kit/form/EmailField.tsx'
import { Field } from '#kit/form/Field.tsx'
import { requiredText, SubmitError } from '#kit/form/Form.tsx'
import { type FormMutation, MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'
import { AuthLinks } from '#shared/account/AuthLinks.tsx'
import { choosablePassword } from '#shared/account/choosablePassword.ts'
import { NewPasswordField } from '#shared/account/NewPasswordField.tsx'
import type { EmailedLink } from '#shared/account/useEmailedLink.ts'

type Mutation<Request> = FormMutation<unknown, Request> &
  Pick<UseMutationResult, 'isIdle' | 'isSuccess' | 'reset'>

interface Props<Confirmation, Resending> {
  link: EmailedLink
  texts: (isCodeTyped: boolean) => {
    title: string
    lead: string
    button: string
    action: string
    /** The previous screen has sent the email. */
    mailed: string
    /** Another code was requested. It is the same whether the account exists or not. */
    resent: string
    login: string
  }
  /** Asks for a new password too; otherwise `password` is empty. */
  setsPassword?: boolean
  confirm: Mutation<Confirmation>
  confirmation: (user: string, code: string, password: string) => Confirmation
  onConfirmed: (user: string, isCodeTyped: boolean) => void
  resend: Mutation<Resending>
  resending: (user: string) => Resending
}

const EmailSchema = z.object({ email: Email })
const TYPED = { email: Email, code: requiredText(VerificationCode) }
const LINKED = { email: z.string(), code: z.string() }

/** Confirms by an emailed link and a tap, or with the emailed code typed in. */
export function EmailedCodeForm<Confirmation, Resending>({
  link: { email, secret },
  texts,
  setsPassword = false,
  confirm,
  confirmation,
  onConfirmed,
  resend,
  resending,
}: Props<Confirmation, Resending>) {
  const isMailed = useLocation({ select: ({ state }) => state.mailed })
  // A new code invalidates the one of the link.
  const [isCodeTyped, setIsCodeTyped] = useState(secret === '')
  const { title, lead, button, action, mailed, resent, login } = texts(isCodeTyped)
  const form = useMutationForm({
    mutation: confirm,
    schema: z.object({
      ...(isCodeTyped ? TYPED : LINKED),
      password: setsPassword ? requiredText(NewPassword) : z._default(z.string(), ''),
    }),
    request: (fields) => confirmation(fields.email, fields.code, fields.password),
    refusedFields: { weak_password: 'password' },
    checks: { password: choosablePassword },
    onSuccess: (_answer, fields) => onConfirmed(fields.email, isCodeTyped),
  })
  const isDenied = confirm.error?.code === DENIED && !form.isAtField(confirm.error)
  const requestCode = () => {
    const fields = form.validate(EmailSchema)
    if (!fields) return
    confirm.reset()
    resend.mutate(resending(fields.email), { onSuccess: () => setIsCodeTyped(true) })
  }
  return (
    <AuthLayout title={title} lead={lead}>
      {isMailed && (
        <Alert tone="good" title="Revisá tu correo">
          {mailed}
        </Alert>
      )}
      {/* A link is used only on a tap: mail scanners open links too. */}
      <MutationForm form={form} action={action} button={button}>
        <EmailField defaultValue={email} readOnly={!isCodeTyped} />
        {isCodeTyped ? (
          <Field
            label="Código"
            hint="Son 8 letras y números. Da lo mismo con guion o sin él, en mayúsculas o minúsculas."
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
          />
        ) : (
          <input type="hidden" name="code" value={secret} />
        )}
        {setsPassword && <NewPasswordField label="Contraseña nueva" />}
      </MutationForm>
      {(isCodeTyped || isDenied) && (
        <div className="flex flex-col gap-4 border-t border-line pt-5">
          <p className="text-soft">¿No te llegó, o pasaron más de 10 minutos?</p>
          {confirm.isIdle && resend.isSuccess && <Alert tone="good">{resent}</Alert>}
          {confirm.isIdle && <SubmitError action="pedir otro código" mutation={resend} />}
          <Button
            kind="quiet"
            wide
            busy={resend.isPending}
            // A new code would invalidate the one that is being checked.
            disabled={confirm.isPending}
            onClick={requestCode}
          >
            Pedir otro código
          </Button>
        </div>
      )}
      <AuthLinks>
        <TextLink to="/login">{login}</TextLink>
      </AuthLinks>
    </AuthLayout>
  )
}
