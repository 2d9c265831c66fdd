import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useApp, useSession } from '#app/context.ts'
import { currentPassword } from '#contract/fields/password.ts'
import { Email } from '#contract/fields/profile.ts'
import { TypedCode } from '#contract/fields/verificationCode.ts'
import { confirmEmailChange } from '#contract/user/confirmEmailChange.ts'
import { requestEmailChange } from '#contract/user/requestEmailChange.ts'
import { sessions } from '#contract/user/sessions.ts'
import { userData } from '#contract/user/userData.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { Field } from '#kit/form/Field.tsx'
import { requiredText } from '#kit/form/Form.tsx'
import { MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'
import { PasswordField } from '#kit/form/PasswordField.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The new address to which a code was sent: the step of the codes is shown, also after a reload. */
    newEmail?: string
  }
}

/** Changes the email in two steps: the new address with the password, then both codes. */
export function EmailChange() {
  const newEmail = useLocation({ select: ({ state }) => state.newEmail })
  const email = useSession()?.user.email
  if (email === undefined) return null
  return newEmail === undefined || newEmail === email ? (
    <RequestForm email={email} />
  ) : (
    <CodesForm oldEmail={email} newEmail={newEmail} />
  )
}

const NewEmail = z.object({ email: Email, password: requiredText(currentPassword()) })

function RequestForm({ email }: { email: string }) {
  const navigate = useNavigate()
  const isOther = z.refine<z.output<typeof NewEmail>>((fields) => fields.email !== email, {
    path: ['email'],
    error: 'Ese ya es tu correo. Escribí el nuevo.',
  })
  const form = useMutationForm({
    mutation: useCallMutation(requestEmailChange),
    schema: NewEmail.check(isOther),
    request: (fields) => fields,
    refusedFields: { wrong_password: 'password' },
    onSuccess: (_answer, { email: newEmail }) =>
      void navigate({ to: '/editUser', search: { section: 'email' }, state: { newEmail } }),
  })
  return (
    <Card>
      <p>
        Hoy ingresás con <strong className="wrap-anywhere">{email}</strong>.
      </p>
      <p className="text-soft">
        Para cambiarlo mandamos un código a ese correo y otro al nuevo. Hasta que ingreses los dos,
        todo sigue como está.
      </p>
      <MutationForm form={form} action="cambiar tu correo" button="Mandar los códigos">
        <input type="email" name="user" autoComplete="username" defaultValue={email} hidden />
        <Field
          label="Correo nuevo"
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <PasswordField label="Tu contraseña" />
      </MutationForm>
    </Card>
  )
}

const Codes = z.object({ oldCode: TypedCode, newCode: TypedCode })

function CodesForm({ oldEmail, newEmail }: { oldEmail: string; newEmail: string }) {
  const { session } = useApp()
  const navigate = useNavigate()
  const { history } = useRouter()
  const form = useMutationForm({
    mutation: useCallMutation(confirmEmailChange, { invalidates: [userData, sessions] }),
    schema: Codes,
    request: (fields) => fields,
    onSuccess: ({ user }) => {
      session.update((stored) => ({ ...stored, user: { ...stored.user, ...user } }))
      void navigate({ to: '/editUser', replace: true }).then(() => showToast('Tu correo cambió'))
    },
  })
  const code = (name: keyof z.output<typeof Codes>, address: string) => (
    <Field
      label={`Código que mandamos a ${address}`}
      name={name}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={20}
    />
  )
  return (
    <Card>
      <Alert tone="good" title="Revisá los dos correos">
        Los códigos duran 10 minutos. Si no los ves, fijate en el correo no deseado.
      </Alert>
      <MutationForm form={form} action="cambiar tu correo" button="Cambiar mi correo">
        {code('oldCode', oldEmail)}
        {code('newCode', newEmail)}
      </MutationForm>
      <Button kind="plain" wide onClick={() => history.back()}>
        Pedir otros códigos
      </Button>
      <p className="text-sm text-soft">
        Al cambiarlo cerramos tus sesiones en otros dispositivos. Por 7 días vas a poder deshacerlo
        desde {oldEmail}.
      </p>
    </Card>
  )
}
