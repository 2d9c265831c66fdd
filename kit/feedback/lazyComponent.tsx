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
 * that does not load is replaced by an alert with a retry button, and after a second failure with one
 * that loads the page anew; `React.lazy` would replace the
 * whole screen by its error page and never load the chunk again.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
): OnDemand<P> {
  let loaded: FunctionComponent<P> | undefined
  const loadOnce = async () => (loaded ??= await load())
  const Component: FunctionComponent<P> = (props) => {
    // An object, not an initializer: React's compiler would move a function that uses nothing of
    // the component out of `lazyComponent`, away from `loaded`.
    const [{ Loaded }, setLoaded] = useState({ Loaded: loaded })
    const [failed, setFailed] = useState(false)
    const [failures, setFailures] = useState(0)
    useEffect(() => {
      if (Loaded || failed) return undefined
      let mounted = true
      loadOnce().then(
        (component) => mounted && setLoaded({ Loaded: component }),
        () => {
          if (!mounted) return
          setFailed(true)
          setFailures((count) => count + 1)
        },
      )
      return () => {
        mounted = false
      }
    }, [Loaded, failed])
    if (Loaded) return <Loaded {...props} />
    if (!failed) return null
    // A deploy may have removed the chunk: the page of the new version names another one.
    const isGone = failures > 1 && navigator.onLine
    return isGone ? (
      <LoadError
        text="No pudimos abrir esto. Puede que haya una versión nueva de Surtidor."
        retry="Volver a cargar Surtidor"
        onRetry={() => location.reload()}
      />
    ) : (
      <LoadError
        text="No pudimos abrir esto. Fijate si tenés conexión y probá de nuevo."
        retry="Probar de nuevo"
        onRetry={() => setFailed(false)}
      />
    )
  }
  return Object.assign(Component, { preload: () => void loadOnce().catch(console.warn) })
}

interface LoadErrorProps {
  text: string
  /** The text of the button. */
  retry: string
  onRetry: () => void
}

function LoadError({ text, retry, onRetry }: LoadErrorProps) {
  const element = useRef<HTMLDivElement>(null)
  // A dialog's place in the document may be far from the button that opens it.
  useEffect(() => element.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={element} className="flex scroll-my-24 flex-col gap-3">
      <Alert tone="bad">{text}</Alert>
      <Button kind="quiet" onClick={onRetry}>
        {retry}
      </Button>
    </div>
  )
}
