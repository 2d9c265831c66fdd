import { useEffect } from 'react'
import { Button } from '#kit/display/Button.tsx'

/** In place of a screen that could not be opened or broke while drawing. */
export function ErrorPage({ error }: { error: unknown }) {
  useEffect(() => console.error('Se rompió una pantalla', error), [error])
  return (
    <main className="mx-auto flex min-h-dvh max-w-112 flex-col items-center justify-center gap-4 p-6 text-center">
      <h1 className="text-2xl font-bold">No pudimos abrir esta pantalla</h1>
      <p className="text-soft">Fijate si tenés conexión y probá de nuevo.</p>
      <Button onClick={() => location.reload()}>Probar de nuevo</Button>
    </main>
  )
}
