import { platform } from '#app/device/platform.ts'
import type { PushState } from '#app/device/pushRegistration.ts'
import { Alert } from '#kit/feedback/Alert.tsx'

/** Why this device cannot be pushed to, and what the person can do about it. */
export function PushHint({ state }: { state: PushState }) {
  if (state === 'denied')
    return (
      <Alert tone="warn" title="Los avisos están bloqueados">
        {platform() === 'b'
          ? 'Lo podés cambiar solo vos: tocá el ícono a la izquierda de la dirección, buscá Permisos y permití las notificaciones.'
          : 'Lo podés cambiar solo vos: en los ajustes del teléfono buscá Surtidor y permití las notificaciones.'}{' '}
        Después volvé a esta pantalla y activalos.
      </Alert>
    )
  if (state === 'needsInstall')
    return (
      <Alert tone="neutral" title="En un iPhone o iPad, primero instalá la app">
        Tocá Compartir, elegí «Agregar a inicio» y abrí Surtidor desde ahí. Después vení a esta
        pantalla y activá los avisos.
      </Alert>
    )
  if (state === 'unsupported')
    return (
      <Alert tone="neutral" title="Este navegador no recibe avisos">
        Puede que sea una ventana privada o una versión vieja. Los vas a seguir viendo en
        Notificaciones cada vez que entres.
      </Alert>
    )
  return null
}
