import { type FunctionComponent, useEffect, useRef, useState } from 'react'
import { Button } from '#kit/display/Button.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'

/** A component whose chunk is loaded when it is first drawn, or by `preload`. */
type OnDemand<P extends object> = FunctionComponent<P> & {
  /** Loads the chunk; a failure is only logged, because drawing the component loads it again. */
  preload: () => void
}

/** A chunk with one component; `loaded` is undefined until it was loaded. */
interface Chunk<P extends object> {
  loaded: FunctionComponent<P> | undefined
  load: () => Promise<FunctionComponent<P>>
}

/**
 * Splits a component into a chunk of its own. It draws nothing until the chunk is there. A chunk
 * that does not load is replaced by an alert with a retry button; `React.lazy` would replace the
 * whole screen by its error page and never load the chunk again.
 */
export function onDemand<P extends object>(load: () => Promise<FunctionComponent<P>>): OnDemand<P> {
  const chunk: Chunk<P> = {
    loaded: undefined,
    load: async () => (chunk.loaded ??= await load()),
  }
  const Component: FunctionComponent<P> = (props) => <ChunkView chunk={chunk} props={props} />
  return Object.assign(Component, { preload: () => void chunk.load().catch(console.warn) })
}

// A component of the module and not of `onDemand`: React's compiler moves a function that a
// component creates to the module, where a variable of `onDemand` would not be defined.
function ChunkView<P extends object>({ chunk, props }: { chunk: Chunk<P>; props: P }) {
  const [Loaded, setLoaded] = useState(() => chunk.loaded)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (Loaded || failed) return undefined
    let mounted = true
    chunk.load().then(
      (component) => mounted && setLoaded(() => component),
      () => mounted && setFailed(true),
    )
    return () => {
      mounted = false
    }
  }, [chunk, Loaded, failed])
  if (Loaded) return <Loaded {...props} />
  return failed ? <LoadError onRetry={() => setFailed(false)} /> : null
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
