import { Smartphone, SquarePlus, Upload } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { install, installWay, onInstallPrompt } from '#app/features/install/installPrompt.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'

/** How this browser installs the app; null when it is installed, or cannot be. */
export const useInstallMethod = () => useSyncExternalStore(onInstallPrompt, installWay)

interface Props {
  way: 'dialog' | 'shareMenu'
  /** The browser's dialog was refused. */
  onRefused?: () => void
  children?: ReactNode
}

export function InstallCard({ way, onRefused, children }: Props) {
  const ask = async () => {
    if (!(await install())) onRefused?.()
  }
  return (
    <Card
      mark={<IconCircle icon={Smartphone} />}
      title="Surtidor en tu pantalla de inicio"
      detail="Se abre al toque, también sin conexión, y casi no ocupa lugar."
    >
      {way === 'shareMenu' && SHARE_MENU_STEPS}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {way === 'dialog' && <Button onClick={() => void ask()}>Instalar</Button>}
        {children}
      </div>
    </Card>
  )
}

/** On iOS no program can ask to install the app: the person does. */
const SHARE_MENU_STEPS = (
  <ol className="flex flex-col gap-3 text-sm">
    <li className="flex items-center gap-3">
      <Upload aria-hidden="true" size={20} className="shrink-0 text-brand-text" />
      <span>
        Tocá <b>Compartir</b>, abajo o arriba en el navegador.
      </span>
    </li>
    <li className="flex items-center gap-3">
      <SquarePlus aria-hidden="true" size={20} className="shrink-0 text-brand-text" />
      <span>
        Elegí <b>Agregar a inicio</b> y después <b>Agregar</b>.
      </span>
    </li>
  </ol>
)

/** Invites to install the app; draws nothing when it is installed, or when the browser cannot. */
export function InstallInvitation({ onAnswer }: { onAnswer: () => void }) {
  const way = useInstallMethod()
  if (way === null) return null
  return (
    <InstallCard way={way} onRefused={onAnswer}>
      <Button kind="quiet" onClick={onAnswer}>
        Ahora no
      </Button>
    </InstallCard>
  )
}
