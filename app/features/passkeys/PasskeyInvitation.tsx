import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useApp } from '#app/context.ts'
import { rememberPasskeyAnswer } from '#app/features/passkeys/passkeyMoment.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { AddPasskey } from '#shared/passkeys/AddPasskey.tsx'

/** Offers to create a passkey on this device, until the person has created one or does not want to. */
export function PasskeyInvitation() {
  const app = useApp()
  const [isAnswered, setIsAnswered] = useState(false)
  if (isAnswered) return null
  const answer = () => {
    rememberPasskeyAnswer(app)
    setIsAnswered(true)
  }
  return (
    <Card
      mark={<IconCircle icon={KeyRound} />}
      title="La próxima vez, sin escribir la contraseña"
      detail="Con una llave de acceso ingresás con la huella, la cara o el PIN de este dispositivo. Tu contraseña sigue sirviendo."
    >
      <AddPasskey label="Crear mi llave" onAdded={answer}>
        <Button kind="quiet" onClick={answer}>
          Ahora no
        </Button>
      </AddPasskey>
    </Card>
  )
}
