import { useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import { type ConsoleProgram, useConsole } from '#console/context.ts'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'
import { linkClasses } from '#kit/style/linkClasses.ts'
import { AuthLinks } from '#shared/account/AuthLinks.tsx'
import { LoginForm } from '#shared/account/LoginForm.tsx'
import { SessionAlert } from '#shared/account/SessionAlert.tsx'
import { callLogin, type SignInWay } from '#shared/shell/signIn.ts'

export default function Login() {
  const program = useConsole()
  const form = useRef<HTMLFormElement>(null)
  const { email } = useLocation({ select: ({ state }) => state })
  return (
    <AuthLayout title="Consola" lead="Para quienes trabajan en la red.">
      <SessionAlert session={program.session}>
        <p className="mt-1 text-sm">
          También pasa cuando en este navegador se ingresa a la consola con otra cuenta: queda
          abierta una sola por vez.
        </p>
      </SessionAlert>
      <LoginForm
        ref={form}
        call={program.call}
        email={email}
        signIn={(way) => startSession(program, way)}
      />
      <AuthLinks>
        <TextLink to="/resetPassword">Olvidé mi contraseña</TextLink>
      </AuthLinks>
      <div className="flex flex-wrap items-center justify-center gap-x-2 border-t border-line pt-3 text-center">
        <span className="text-soft">¿Cargás en la red?</span>
        <a href="/" className={linkClasses}>
          Tu lugar es la app
        </a>
      </div>
    </AuthLayout>
  )
}

/**
 * Logs in and starts the session, which has to show its second factor before anything else; a passkey
 * has shown it.
 * @throws ApiError; no session is started then
 */
async function startSession({ call, session }: ConsoleProgram, way: SignInWay): Promise<void> {
  const device = { platform: 'browser', model: navigator.userAgent.slice(0, 100) }
  const { user, roles, secondFactor } = await callLogin(call, way, device)
  session.start({
    email: user.email,
    firstName: user.firstName,
    firstSurname: user.firstSurname,
    roles: roles.map(({ code }) => code),
    userSessionToken: user.userSessionToken,
    secondFactor,
  })
}
