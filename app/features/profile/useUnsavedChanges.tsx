import { useBlocker } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { LazyConfirmDialog } from '#kit/feedback/LazyConfirmDialog.tsx'

const textOf = (form: HTMLFormElement | null) =>
  JSON.stringify([...new FormData(form ?? undefined)])

/**
 * Asks before a form with unsaved changes is left, inside the app and by the browser's own ways. The
 * end of the session is not stopped.
 */
export function useUnsavedChanges(form: RefObject<HTMLFormElement | null>) {
  const stored = useRef('')
  const [isDirty, setDirty] = useState(false)
  const markStored = () => {
    stored.current = textOf(form.current)
    setDirty(false)
  }
  useEffect(() => {
    stored.current = textOf(form.current)
  }, [form])
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => isDirty && next.pathname !== '/login',
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return {
    /** For `onInput` of the form: compares its fields with those that were stored last. */
    check: () => setDirty(textOf(form.current) !== stored.current),
    markStored,
    guard: (
      <LazyConfirmDialog
        open={status === 'blocked'}
        title="¿Salir sin guardar?"
        onCancel={() => reset?.()}
        verb="Salir sin guardar"
        onConfirm={() => proceed?.()}
        danger
      >
        Lo que cambiaste en esta pantalla se pierde.
      </LazyConfirmDialog>
    ),
  }
}
