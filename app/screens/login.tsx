import { type MouseEvent, type MouseEventHandler, useEffect, useRef } from 'react'
import { useApp } from '#app/context.ts'
import { firstScreen, setFirstScreen } from '#app/firstScreen/firstScreenState.ts'
import { PublicLink } from '#app/firstScreen/PublicLink.tsx'
import type { OpenPage } from '#app/routeGuard.ts'
import { signIn } from '#app/session/signIn.ts'
import { whenIdle } from '#kit/browser/whenIdle.ts'
import { Alert } from '#kit/feedback/Alert.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { Checkbox } from '#kit/form/Checkbox.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'
import { AuthLinks } from '#shared/account/AuthLinks.tsx'
import { LoginForm, loginChoices } from '#shared/account/LoginForm.tsx'
import { SessionAlert } from '#shared/account/SessionAlert.tsx'

interface Props {
  email?: string | undefined
  /** A sentence about what was done on the previous screen. */
  message?: string | undefined
}

/** Navigates without the router, which is not loaded yet. */
function goToPublicPage(page: OpenPage, fields: Record<string, string>) {
  location.hash = `${page}?${new URLSearchParams(fields)}`
}

const UnconfirmedOffer = lazyComponent(
  async () => (await import('#app/features/account/UnconfirmedOffer.tsx')).UnconfirmedOffer,
)

export default function Login({ email, message }: Props) {
  'use no memo'
  const app = useApp()
  const form = useRef<HTMLFormElement>(null)
  const typedEmail = () => (form.current ? loginChoices(form.current).email : '')
  const goToConfirmation = (fields = {}) =>
    goToPublicPage('/confirmAddUser', { user: typedEmail(), ...fields })

  useEffect(() => {
    // The inline script cancelled a submission before hydration.
    const isSubmitted = firstScreen() === 'submitted'
    setFirstScreen('drawn')
    if (isSubmitted) form.current?.requestSubmit()
  }, [])

  // The typed e-mail is passed to the next screen.
  const goToResetPassword = (event: MouseEvent) => {
    const user = typedEmail()
    if (!user) return
    event.preventDefault()
    goToPublicPage('/resetPassword', { user })
  }

  return (
    <AuthLayout title="Ingresá" lead="Tus puntos, tus cargas y tus pagos, juntos.">
      {message && <Alert tone="good">{message}</Alert>}
      <SessionAlert session={app.session} />
      <LoginForm
        ref={form}
        call={app.call}
        email={email}
        signIn={(way) => signIn(app, way)}
        whenIdle={whenIdle}
        renderUnconfirmed={(account) => (
          <UnconfirmedOffer
            {...account}
            call={app.call}
            onSent={() => goToConfirmation({ mailed: 'yes' })}
            onSkip={() => goToConfirmation()}
          />
        )}
      >
        <Checkbox name="remember">Recordarme en este dispositivo</Checkbox>
      </LoginForm>
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
      <PublicLink to="/register">Crear mi cuenta</PublicLink>
      <p className="mt-2 flex w-full flex-wrap justify-center gap-x-5 border-t border-line pt-2 text-sm">
        <PublicLink to="/home">Qué es Surtidor</PublicLink>
        <PublicLink to="/faq">Preguntas</PublicLink>
        <PublicLink to="/termandCondition">Términos</PublicLink>
      </p>
    </AuthLinks>
  )
}
