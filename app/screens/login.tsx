import {
  type FormEvent,
  type MouseEvent,
  type MouseEventHandler,
  startTransition,
  useActionState,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useApp } from '#app/context.ts'
import { whenIdle } from '#app/device/whenIdle.ts'
import { firstScreen, setFirstScreen } from '#app/firstScreen/firstScreenState.ts'
import { goToPublicPage } from '#app/firstScreen/goToPublicPage.ts'
import { PublicLink } from '#app/firstScreen/PublicLink.tsx'
import { type Credentials, signIn } from '#app/session/signIn.ts'
import type { Assertion } from '#contract/fields/passkeyCredential.ts'
import { SESSION_OVER, UNVERIFIED } from '#contract/responseCodes.ts'
import { login } from '#contract/user/login.ts'
import { type ApiError, toApiError } from '#kit/api/apiError.ts'
import { Button } from '#kit/display/Button.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { EmailField } from '#kit/form/EmailField.tsx'
import { Form } from '#kit/form/Form.tsx'
import { formText } from '#kit/form/formText.ts'
import { PasswordField } from '#kit/form/PasswordField.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'
import { AuthLinks } from '#shared/account/AuthLinks.tsx'
import { usePasskeySuggestions } from '#shared/passkeys/usePasskeySuggestions.ts'

interface Props {
  /** The e-mail that the previous screen passed on. */
  email?: string | undefined
  /** A sentence about what was done on the previous screen. */
  message?: string | undefined
}
interface ByPasskey extends Omit<Credentials, 'password'> {
  /** The challenge that a suggested passkey has signed. */
  offered: Assertion | undefined
}
interface SignInResult {
  /** Signed in: the button stays busy until the next screen is drawn. */
  done: boolean
  error: ApiError | null
}
type Errors = Partial<Record<'email' | 'password', string | undefined>>

/**
 * The login form. The build prerenders it into index.html; its fields are native and keep what was
 * typed before this script was loaded.
 */
export default function Login({ email, message }: Props) {
  const app = useApp()
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  // React's own hook: TanStack Query is not loaded yet.
  const [result, submitCredentials, isPending] = useActionState(
    async (_previous: SignInResult, way: Credentials | ByPasskey): Promise<SignInResult> => {
      try {
        if ('password' in way) await signIn(app, way)
        else {
          const { signInByPasskey } = await import('#app/session/signInByPasskey.ts')
          await signInByPasskey(app, way)
        }
        return { done: true, error: null }
      } catch (thrown) {
        const error = toApiError(thrown)
        if (error.code === UNVERIFIED) goToPublicPage('/confirmAddUser', { user: way.email })
        return { done: false, error }
      }
    },
    { done: false, error: null },
  )
  const [isPasskey, setIsPasskey] = useState(false)
  const submitPasskey = (offered?: Assertion) => {
    if (!form.current) return
    const { email, remember } = credentialsOf(form.current)
    setIsPasskey(true)
    startTransition(() => submitCredentials({ email, remember, offered }))
  }
  const isBusy = isPending || result.done
  usePasskeySuggestions(app.call, { isPending: isBusy, onChosen: submitPasskey }, whenIdle)

  useEffect(() => {
    // The inline script cancelled a submission before hydration.
    const isSubmitted = firstScreen() === 'submitted'
    setFirstScreen('drawn')
    if (isSubmitted) form.current?.requestSubmit()
  }, [])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const credentials = credentialsOf(event.currentTarget)
    const found = errorsOf(credentials)
    setErrors(found)
    const wrong = (['email', 'password'] as const).find((name) => found[name])
    if (wrong) return (event.currentTarget.elements.namedItem(wrong) as HTMLElement).focus()
    // The session store notifies the router, which leaves this screen; until then the button is
    // busy.
    setIsPasskey(false)
    startTransition(() => submitCredentials(credentials))
  }

  // The typed e-mail is passed to the next screen.
  const goToResetPassword = (event: MouseEvent) => {
    const typed = form.current && credentialsOf(form.current).email
    if (!typed) return
    event.preventDefault()
    goToPublicPage('/resetPassword', { user: typed })
  }

  return (
    <AuthLayout title="Ingresá" lead="Tus puntos, tus cargas y tus pagos, juntos.">
      {message && <Alert tone="good">{message}</Alert>}
      {app.session.expired() && <Alert tone="warn">{SESSION_OVER}</Alert>}
      <Form ref={form} method="post" onSubmit={submit}>
        <EmailField passkeys defaultValue={email} error={errors.email} />
        <PasswordField
          label="Contraseña"
          name="password"
          autoComplete="current-password"
          error={errors.password}
        />
        <Checkbox name="remember">Recordarme en este dispositivo</Checkbox>
        <SubmitError action="ingresar" error={isPending ? null : result.error} />
        <Button type="submit" wide busy={!isPasskey && isBusy} disabled={isBusy}>
          Ingresar
        </Button>
        <Button
          kind="quiet"
          wide
          busy={isPasskey && isBusy}
          disabled={isBusy}
          onClick={() => submitPasskey()}
        >
          Usar una llave de acceso
        </Button>
      </Form>
      <Links onForgotten={goToResetPassword} />
    </AuthLayout>
  )
}

function Links({ onForgotten }: { onForgotten: MouseEventHandler }) {
  return (
    <AuthLinks>
      <PublicLink to="/resetPassword" onClick={onForgotten}>
        Olvidé mi contraseña
      </PublicLink>
      <p>
        ¿Todavía no tenés cuenta? <PublicLink to="/register">Crear mi cuenta</PublicLink>
      </p>
      <p className="mt-2 flex flex-wrap justify-center gap-x-6 border-t border-line pt-2 text-sm">
        <PublicLink to="/home">Qué es Surtidor</PublicLink>
        <PublicLink to="/faq">Preguntas frecuentes</PublicLink>
        <PublicLink to="/termandCondition">Términos y condiciones</PublicLink>
      </p>
    </AuthLinks>
  )
}

function credentialsOf(form: HTMLFormElement): Credentials {
  return {
    email: formText(form, 'email').trim(),
    password: formText(form, 'password'),
    remember: new FormData(form).has('remember'),
  }
}

function errorsOf({ email, password }: Credentials): Errors {
  const read = login.request.safeParse({ user: email, password })
  const first = (name: string) => read.error?.issues.find(({ path }) => path[0] === name)?.message
  return {
    email: first('user'),
    password: first('password'),
  }
}
