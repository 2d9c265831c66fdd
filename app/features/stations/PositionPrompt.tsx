import { LocateFixed } from 'lucide-react'
import type { PositionState } from '#app/device/usePosition.ts'
import { Button } from '#kit/display/Button.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'

interface Props {
  state: PositionState
  onRequest: () => void
}

/** Offers to use the position, or says why there is none and what to do; nothing once it is known. */
export function PositionPrompt({ state, onRequest }: Props) {
  if (state.kind === 'found') return null
  if (state.kind === 'denied')
    return (
      <Alert tone="neutral" title="No vemos tu ubicación">
        Tu navegador no nos la muestra, y está bien: elegí un departamento y listo. Si cambiás de
        idea, permitila en los ajustes del navegador.
      </Alert>
    )
  const locating = state.kind === 'locating'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button kind="quiet" onClick={onRequest} busy={locating}>
        {!locating && <LocateFixed aria-hidden="true" size={20} />}
        {state.kind === 'unknown' ? 'Probar de nuevo' : 'Usar mi ubicación'}
      </Button>
      <output className="min-w-0 flex-1 basis-[12rem] text-sm text-pretty text-soft">
        {TEXTS[state.kind]}
      </output>
    </div>
  )
}

const TEXTS = {
  idle: 'Y te mostramos primero las que te quedan más cerca.',
  locating: 'Estamos buscando dónde estás…',
  unknown:
    'No pudimos saber dónde estás. Fijate si tenés la ubicación encendida, o elegí un departamento.',
}
