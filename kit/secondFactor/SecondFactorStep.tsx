import type { SecondFactorState } from '#contract/entities/secondFactor.ts'
import { Button } from '#kit/display/Button.tsx'
import { Text } from '#kit/display/Text.tsx'
import { AuthLayout } from '#kit/layout/AuthLayout.tsx'
import { CodeForm } from '#kit/secondFactor/CodeForm.tsx'
import { EnrolForm } from '#kit/secondFactor/EnrolForm.tsx'

interface Props {
  /** The second factor of the session, which is not `shown`. */
  state: SecondFactorState
  /** The text of the panel on wide screens; by default the app's. */
  motto?: string
  /** Runs when the session has shown its second factor. */
  onShown: () => void
  /** Ends the session. */
  onLeave: () => void
}

/** The step after the password of an operator: the second factor is shown, or enrolled first. */
export function SecondFactorStep({ state, motto, onShown, onLeave }: Props) {
  const isEnrolled = state === 'notShown'
  return (
    <AuthLayout
      title={isEnrolled ? 'Segundo factor' : 'Activá tu segundo factor'}
      lead={
        isEnrolled
          ? 'Ya está tu contraseña. Falta el código que muestra ahora tu app de códigos.'
          : 'Quien decide sobre otros ingresa con algo más que una contraseña: un código que cambia cada medio minuto. Para activarlo te hace falta el código que te dio quien administra la red.'
      }
      {...(motto && { motto })}
    >
      {isEnrolled ? (
        <CodeForm label="Código de tu segundo factor" action="Ingresar" focused onShown={onShown} />
      ) : (
        <EnrolForm onShown={onShown} />
      )}
      <div className="flex flex-col gap-2 border-t border-line pt-4">
        {isEnrolled && (
          <Text kind="soft">
            ¿Cambiaste de teléfono o lo perdiste? Avisale a quien administra la red.
          </Text>
        )}
        <Button kind="plain" wide onClick={onLeave}>
          Ingresar con otra cuenta
        </Button>
      </div>
    </AuthLayout>
  )
}
