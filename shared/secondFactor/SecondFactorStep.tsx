import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SecondFactorState } from '#contract/entities/secondFactor.ts'
import { secondFactorPasskey } from '#contract/passkey/secondFactorPasskey.ts'
import { secondFactorPasskeyOptions } from '#contract/passkey/secondFactorPasskeyOptions.ts'
import { userData } from '#contract/user/userData.ts'
import { type CallQueryClient, throwApiError, useCallQuery } from '#kit/api/callQueries.ts'
import { signWithPasskey } from '#kit/browser/passkey.ts'
import { Button } from '#kit/display/Button.tsx'
import { SubmitError } from '#kit/form/Form.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'
import { CodeForm, EnrolForm, EnrolPasskey } from '#shared/secondFactor/EnrolmentForm.tsx'
import type { SessionStore, StoredSession } from '#shared/shell/sessionStore.ts'
import { discardSession, type SignOutProgram } from '#shared/shell/signIn.ts'

interface Props {
  /** The second factor of the session, which is not `shown`. */
  state: SecondFactorState
  program: SignOutProgram & { session: Pick<SessionStore<StoredSession>, 'factorShown'> }
}

/** The step after the password of an operator: the second factor is shown, or enrolled first. */
export function SecondFactorStep({ state, program }: Props) {
  // The guard then opens the requested page.
  const onShown = program.session.factorShown
  const isEnrolled = state === 'notShown'
  return (
    <AuthLayout
      title={isEnrolled ? 'Segundo factor' : 'Activá tu segundo factor'}
      lead={
        isEnrolled
          ? 'Ya está tu contraseña. Falta tu segundo factor.'
          : 'Quien decide sobre otros ingresa con algo más que una contraseña. Para activarlo te hace falta el código que te dio quien administra la red.'
      }
    >
      {isEnrolled ? <ShowFactor onShown={onShown} /> : <EnrolFactor onShown={onShown} />}
      <div className="flex flex-col gap-2 border-t border-line pt-4">
        {isEnrolled && (
          <p className="text-soft">
            ¿Cambiaste de teléfono o lo perdiste? Avisale a quien administra la red.
          </p>
        )}
        <Button kind="plain" wide onClick={() => discardSession(program)}>
          Ingresar con otra cuenta
        </Button>
      </div>
    </AuthLayout>
  )
}

/** Asks for a passkey, a code, or lets choose between both. The code is there until the server says what there is. */
function ShowFactor({ onShown }: { onShown: () => void }) {
  const { data = { passkey: false, code: true } } = useCallQuery(secondFactorPasskeyOptions, {})
  return (
    <>
      {data.passkey && <PasskeyFactor onShown={onShown} />}
      {data.passkey && data.code && (
        <p className="text-soft">O escribí el código que muestra ahora tu app de códigos:</p>
      )}
      {data.code && (
        <CodeForm label="Código de tu segundo factor" action="Ingresar" focused onShown={onShown} />
      )}
    </>
  )
}

const KINDS = {
  code: {
    text: 'Con una app de códigos: te da un código que cambia cada medio minuto.',
    other: 'Prefiero una llave de acceso',
  },
  passkey: {
    text: 'Con una llave de acceso: confirmás con la huella, la cara o el PIN de este dispositivo.',
    other: 'Prefiero una app de códigos',
  },
} as const

function EnrolFactor({ onShown }: { onShown: () => void }) {
  const [kind, setKind] = useState<keyof typeof KINDS>('code')
  return (
    <>
      <p>{KINDS[kind].text}</p>
      {kind === 'code' ? <EnrolForm onShown={onShown} /> : <EnrolPasskey onShown={onShown} />}
      <Button kind="plain" wide onClick={() => setKind(kind === 'code' ? 'passkey' : 'code')}>
        {KINDS[kind].other}
      </Button>
    </>
  )
}

function PasskeyFactor({ onShown }: { onShown: () => void }) {
  const client = useQueryClient() as CallQueryClient
  const showing = useMutation({
    mutationFn: async () => {
      // New options: those that told about the passkeys may be too old.
      const { options } = await client.call(secondFactorPasskeyOptions, {}).catch(throwApiError)
      const credential = await signWithPasskey(options)
      return await client.call(secondFactorPasskey, { credential }).catch(throwApiError)
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: [userData.name] })
      onShown()
    },
  })
  return (
    <div className="flex flex-col gap-4">
      <SubmitError mutation={showing} />
      <Button wide busy={showing.isPending || showing.isSuccess} onClick={() => showing.mutate()}>
        Usar mi llave de acceso
      </Button>
    </div>
  )
}
