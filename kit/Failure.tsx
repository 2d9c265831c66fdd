import { Button } from '#kit/Button.tsx'
import { Empty } from '#kit/Empty.tsx'

interface Props {
  /** There is no connection: nothing is broken, it only has to wait. */
  offline?: boolean
  /** The server's own sentence, where there is one. */
  text?: string | undefined
  onRetry: () => void
  /** The new try is under way. */
  retrying?: boolean
}

/** What could not be brought, and the way to try again. */
export function Failure({ offline = false, text, onRetry, retrying = false }: Props) {
  const sentence = offline
    ? 'Fijate si tenés wifi o datos y probá de nuevo.'
    : 'Fue un problema nuestro. Probá de nuevo en un momento.'
  return (
    <div role="alert">
      <Empty
        picture={offline ? 'offline' : 'spill'}
        title={offline ? 'Estás sin conexión' : 'No pudimos cargar esto'}
        action={
          <Button kind="quiet" onClick={onRetry} busy={retrying}>
            Probar de nuevo
          </Button>
        }
      >
        {text ?? sentence}
      </Empty>
    </div>
  )
}
