import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useConsole } from '#console/context.ts'
import { ConsoleAuthLayout } from '#console/features/ConsoleAuthLayout.tsx'
import { type Credentials, signIn, signInByPasskey } from '#console/signIn.ts'
import type { Assertion } from '#contract/fields/passkeyCredential.ts'
import { SESSION_OVER } from '#contract/responseCodes.ts'
import { login } from '#contract/user/login.ts'
import { throwApiError } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { TextLink } from '#kit/display/TextLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { EmailField } from '#kit/form/EmailField.tsx'
import { Form } from '#kit/form/Form.tsx'
import { formText } from '#kit/form/formText.ts'
import { PasswordField } from '#kit/form/PasswordField.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { linkClasses } from '#kit/style/linkClasses.ts'
import { AuthLinks } from '#shared/account/AuthLinks.tsx'
import { usePasskeySuggestions } from '#shared/passkeys/usePasskeySuggestions.ts'

const FIELDS = ['email', 'password'] as const
interface Passkey {
  /** The challenge that a suggested passkey has signed. */
  offered: Assertion | undefined
}
type Errors = Partial<Record<(typeof FIELDS)[number], string | undefined>>

/** Login of an operator; the second factor follows on its own screen. */
export default function Login() {
  const services = useConsole()
  const { email } = useLocation({ select: ({ state }) => state })
  const [errors, setErrors] = useState<Errors>({})
  const signingIn = useMutation({
    mutationFn: (way: Credentials | Passkey) =>
      ('password' in way ? signIn(services, way) : signInByPasskey(services, way.offered)).catch(
        throwApiError,
      ),
  })
  const isBusy = signingIn.isPending || signingIn.isSuccess
  const isPasskey = signingIn.variables !== undefined && !('password' in signingIn.variables)
  const { mutate } = signingIn
  usePasskeySuggestions(services.call, {
    isPending: isBusy,
    onChosen: (offered) => mutate({ offered }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const credentials = {
      email: formText(form, 'email').trim(),
      password: formText(form, 'password'),
    }
    const newErrors = errorsOf(credentials)
    setErrors(newErrors)
    const firstInvalid = FIELDS.find((name) => newErrors[name])
    if (firstInvalid) return (form.elements.namedItem(firstInvalid) as HTMLElement).focus()
    // The session redirects by itself; the button stays busy until then.
    signingIn.mutate(credentials)
  }

  return (
    <ConsoleAuthLayout title="Consola" lead="Para quienes trabajan en la red.">
      {services.session.expired() && (
        <Alert tone="warn">
          {SESSION_OVER}
          <p className="mt-1 text-sm">
            También pasa cuando en este navegador se ingresa a la consola con otra cuenta: queda
            abierta una sola por vez.
          </p>
        </Alert>
      )}
      <Form onSubmit={submit}>
        <EmailField passkeys defaultValue={email} error={errors.email} />
        <PasswordField
          label="Contraseña"
          name="password"
          autoComplete="current-password"
          error={errors.password}
        />
        <SubmitError action="ingresar" error={signingIn.error} />
        <Button type="submit" wide busy={isBusy && !isPasskey} disabled={isBusy}>
          Ingresar
        </Button>
        <Button
          kind="quiet"
          wide
          busy={isBusy && isPasskey}
          disabled={isBusy}
          onClick={() => mutate({ offered: undefined })}
        >
          Usar una llave de acceso
        </Button>
      </Form>
      <AuthLinks>
        <TextLink to="/resetPassword">Olvidé mi contraseña</TextLink>
      </AuthLinks>
      <div className="flex flex-wrap items-center justify-center gap-x-2 border-t border-line pt-3 text-center">
        <span className="text-soft">¿Cargás en la red?</span>
        <a href="/" className={linkClasses}>
          Tu lugar es la app
        </a>
      </div>
    </ConsoleAuthLayout>
  )
}

/** The contract's error sentences by field. */
function errorsOf({ email, password }: Credentials): Errors {
  const read = login.request.safeParse({ user: email, password })
  const first = (name: string) => read.error?.issues.find(({ path }) => path[0] === name)?.message
  return {
    email: first('user'),
    password: first('password'),
  }
}
