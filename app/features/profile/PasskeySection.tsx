import { Text } from '#kit/display/Text.tsx'
import { PasskeyList } from '#shared/passkeys/PasskeyList.tsx'

/** The passkeys of the driver. */
export function PasskeySection() {
  return (
    <>
      <Text kind="soft">
        Con una llave de acceso ingresás con la huella, la cara o el PIN de tu dispositivo, sin
        escribir la contraseña, que sigue sirviendo. Nadie puede robártela con una página falsa.
      </Text>
      <PasskeyList />
    </>
  )
}
