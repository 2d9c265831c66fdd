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
import { Form, requiredText, SubmitError, useForm } from '#kit/form/Form.tsx'
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

const Request = z.object({
  email: Email,
  password: requiredText(currentPassword('Escribí tu contraseña.')),
})

/** @param email the present address */
function RequestForm({ email }: { email: string }) {
  const navigate = useNavigate()
  const form = useForm({ refusedFields: { wrong_password: 'password' } })
  const request = useCallMutation(requestEmailChange)
  const submit = () => {
    const fields = form.validate(Request)
    if (!fields) return
    if (fields.email === email)
      return form.showAt('email', 'Ese ya es tu correo. Escribí el nuevo.')
    request.mutate(fields, {
      onSuccess: () =>
        void navigate({
          to: '/editUser',
          search: { section: 'email' },
          state: { newEmail: fields.email },
        }),
      onError: form.showRefusal,
    })
  }
  return (
    <Card>
      <p>
        Hoy ingresás con <strong className="wrap-anywhere">{email}</strong>.
      </p>
      <p className="text-soft">
        Para cambiarlo mandamos un código a ese correo y otro al nuevo. Hasta que ingreses los dos,
        todo sigue como está.
      </p>
      <Form form={form} onSubmit={submit}>
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
        <SubmitError action="cambiar tu correo" error={request.error} />
        <Button type="submit" wide busy={request.isPending}>
          Mandar los códigos
        </Button>
      </Form>
    </Card>
  )
}

const Codes = z.object({ oldCode: TypedCode, newCode: TypedCode })

function CodesForm({ oldEmail, newEmail }: { oldEmail: string; newEmail: string }) {
  const { session } = useApp()
  const navigate = useNavigate()
  const { history } = useRouter()
  const form = useForm()
  const confirm = useCallMutation(confirmEmailChange, { invalidates: [userData, sessions] })
  const submit = () => {
    const fields = form.validate(Codes)
    if (!fields) return
    confirm.mutate(fields, {
      onSuccess: ({ user }) => {
        session.update((stored) => ({ ...stored, user: { ...stored.user, ...user } }))
        showToast('Tu correo cambió')
        void navigate({ to: '/editUser', replace: true })
      },
    })
  }
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
      <Form form={form} onSubmit={submit}>
        {code('oldCode', oldEmail)}
        {code('newCode', newEmail)}
        <SubmitError action="cambiar tu correo" error={confirm.error} />
        <Button type="submit" wide busy={confirm.isPending}>
          Cambiar mi correo
        </Button>
        <Button kind="plain" wide onClick={() => history.back()}>
          Pedir otros códigos
        </Button>
      </Form>
      <p className="text-sm text-soft">
        Al cambiarlo cerramos tus sesiones en otros dispositivos. Por 7 días vas a poder deshacerlo
        desde {oldEmail}.
      </p>
    </Card>
  )
}
