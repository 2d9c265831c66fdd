import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useApp, useSession } from '#app/context.ts'
import { ButtonLink } from '#kit/display/RouteLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'

/** Shown after an action for one account while another is signed in; that session continues. */
export function OtherAccountSignedIn({ message }: { message: string }) {
  const session = useSession()
  return (
    <AuthLayout title="¡Listo!">
      <Alert tone="good">{message}</Alert>
      <p>
        En este dispositivo está abierta la sesión de {session?.user.firstName}. Para ingresar con
        la otra cuenta, primero cerrá esta.
      </p>
      <ButtonLink to="/" wide>
        Ir al inicio
      </ButtonLink>
    </AuthLayout>
  )
}

/**
 * Goes to login after a change of an account, with the e-mail filled in and a message. When a
 * session of another account is active it stays, and `message` is for the screen to show.
 */
export function useGoToLogin() {
  const { session } = useApp()
  const navigate = useNavigate()
  const [message, setMessage] = useState<string | null>(null)
  const goToLogin = (email: string, done: string) => {
    if (session.current()) setMessage(done)
    else void navigate({ to: '/login', replace: true, state: { email, message: done } })
  }
  return { message, goToLogin }
}
