import { type FunctionComponent, useEffect, useRef, useState } from 'react'
import { Button } from '#kit/display/Button.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'

/** A component whose chunk is loaded when it is first drawn, or by `preload`. */
type OnDemand<P extends object> = FunctionComponent<P> & {
  /** Loads the chunk; a failure is only logged, because drawing the component loads it again. */
  preload: () => void
}

/**
 * Splits a component into a chunk of its own. It draws nothing until the chunk is there. A chunk
 * that does not load is replaced by an alert with a retry button; `React.lazy` would replace the
 * whole screen by its error page and never load the chunk again.
 */
export function onDemand<P extends object>(load: () => Promise<FunctionComponent<P>>): OnDemand<P> {
  let loaded: FunctionComponent<P> | undefined
  const loadOnce = async () => (loaded ??= await load())
  const Component: FunctionComponent<P> = (props) => {
    // An object, not an initializer: React's compiler would move a function that uses nothing of
    // the component out of `onDemand`, away from `loaded`.
    const [{ Loaded }, setLoaded] = useState({ Loaded: loaded })
    const [failed, setFailed] = useState(false)
    useEffect(() => {
      if (Loaded || failed) return undefined
      let mounted = true
      loadOnce().then(
        (component) => mounted && setLoaded({ Loaded: component }),
        () => mounted && setFailed(true),
      )
      return () => {
        mounted = false
      }
    }, [Loaded, failed])
    if (Loaded) return <Loaded {...props} />
    return failed ? <LoadError onRetry={() => setFailed(false)} /> : null
  }
  return Object.assign(Component, { preload: () => void loadOnce().catch(console.warn) })
}

function LoadError({ onRetry }: { onRetry: () => void }) {
  const element = useRef<HTMLDivElement>(null)
  // A dialog's place in the document may be far from the button that opens it.
  useEffect(() => element.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={element} className="flex scroll-my-24 flex-col gap-3">
      <Alert tone="bad">No pudimos abrir esto. Fijate si tenés conexión y probá de nuevo.</Alert>
      <Button kind="quiet" onClick={onRetry}>
        Probar de nuevo
      </Button>
    </div>
  )
}
