import { type ReactNode, useEffect } from 'react'
import { Button } from '#kit/display/Button.tsx'

interface Props {
  error: unknown
  /** A way out other than reloading. */
  children?: ReactNode
}

/** Replaces a screen whose chunk did not load or that threw while drawing. It is in the entry chunk, so it is always there. */
export function ErrorPage({ error, children }: Props) {
  useEffect(() => console.error('Se rompió una pantalla', error), [error])
  return (
    <main className="mx-auto flex min-h-dvh max-w-112 flex-col items-center justify-center gap-4 p-6 text-center">
      <h1 className="text-[min(1.5rem,9.5vw)] font-bold">No pudimos abrir esta pantalla</h1>
      <p className="text-soft">Fijate si tenés conexión y probá de nuevo.</p>
      <Button onClick={() => location.reload()}>Probar de nuevo</Button>
      {children}
    </main>
  )
}
