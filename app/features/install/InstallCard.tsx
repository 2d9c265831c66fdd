import { Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { InstallSteps } from '#app/features/install/InstallSteps.tsx'
import { install } from '#app/features/install/installPrompt.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'

interface Props {
  way: 'dialog' | 'shareMenu'
  /** The browser's dialog was refused. */
  onRefused?: () => void
  /** Beside the button that installs. */
  children?: ReactNode
}

/** The benefits of installing the app, and the steps in this browser. */
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
      {way === 'shareMenu' && <InstallSteps />}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {way === 'dialog' && <Button onClick={() => void ask()}>Instalar</Button>}
        {children}
      </div>
    </Card>
  )
}
