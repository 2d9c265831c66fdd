import { type FunctionComponent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#kit/display/Button.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'

/** A component whose chunk is loaded when it is first drawn, or by `preload`. */
type LazyComponent<P extends object> = FunctionComponent<P> & {
  /** Loads the chunk; a failure is only logged, because drawing the component loads it again. */
  preload: () => void
}

/**
 * Splits a component into a chunk of its own. A chunk that does not load is replaced by an alert with a
 * retry button, and after a second failure with one that loads the page anew; `React.lazy` would replace
 * the whole screen by its error page and never load the chunk again.
 * @param Placeholder drawn until the chunk is there, with the alert as `failure`; by default the alert
 *   alone. One that leaves it out is for a part without which the screen is complete.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
  Placeholder: FunctionComponent<P & { failure: ReactNode }> = ({ failure }) => failure,
): LazyComponent<P> {
  let loaded: FunctionComponent<P> | undefined
  const loadOnce = async () => (loaded ??= await load())
  const Component: FunctionComponent<P> = (props) => {
    // An object, not an initializer: React's compiler would move a function that uses nothing of
    // the component out of `lazyComponent`, away from `loaded`.
    const [{ Loaded }, setLoaded] = useState({ Loaded: loaded })
    const [attempt, setAttempt] = useState(1)
    const [failures, setFailures] = useState(0)
    useEffect(() => {
      if (Loaded) return undefined
      let mounted = true
      loadOnce().then(
        (component) => mounted && setLoaded({ Loaded: component }),
        () => mounted && setFailures(attempt),
      )
      return () => {
        mounted = false
      }
    }, [Loaded, attempt])
    if (Loaded) return <Loaded {...props} />
    const failure = failures === attempt && (
      <LoadError failures={failures} onRetry={() => setAttempt(attempt + 1)} />
    )
    return <Placeholder {...props} failure={failure} />
  }
  return Object.assign(Component, { preload: () => void loadOnce().catch(console.warn) })
}

interface LoadErrorProps {
  failures: number
  onRetry: () => void
}

function LoadError({ failures, onRetry }: LoadErrorProps) {
  const element = useRef<HTMLDivElement>(null)
  // A dialog's place in the document may be far from the button that opens it.
  useEffect(() => element.current?.scrollIntoView({ block: 'nearest' }), [])
  // A deploy may have removed the chunk: the page of the new version names another one.
  const isGone = failures > 1 && navigator.onLine
  return (
    <div ref={element} className="flex scroll-my-24 flex-col gap-3">
      <Alert tone="bad">
        {isGone
          ? 'No pudimos abrir esto. Puede que haya una versión nueva de Surtidor.'
          : 'No pudimos abrir esto. Fijate si tenés conexión y probá de nuevo.'}
      </Alert>
      <Button kind="quiet" onClick={isGone ? () => location.reload() : onRetry}>
        {isGone ? 'Volver a cargar Surtidor' : 'Probar de nuevo'}
      </Button>
    </div>
  )
}
