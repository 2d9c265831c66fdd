import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { LazyConfirmDialog } from '#kit/feedback/LazyConfirmDialog.tsx'

interface UnsavedChanges {
  form: RefObject<HTMLFormElement | null>
  /** For `onInput` of the form: compares its fields with those that were stored last. */
  check: () => void
  /** The fields as they are now were stored. */
  markStored: () => void
  /** The question before changed fields are left, to be drawn in the form. */
  guard: ReactNode
}

const textOf = (form: HTMLFormElement | null) =>
  JSON.stringify([...new FormData(form ?? undefined)])

/**
 * Asks before a form with unsaved changes is left, inside the app and by the browser's own ways. The
 * end of the session is not stopped.
 */
export function useUnsavedChanges(): UnsavedChanges {
  const form = useRef<HTMLFormElement>(null)
  const stored = useRef('')
  const [isDirty, setDirty] = useState(false)
  const markStored = () => {
    stored.current = textOf(form.current)
    setDirty(false)
  }
  useEffect(() => {
    stored.current = textOf(form.current)
  }, [])
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => isDirty && next.pathname !== '/login',
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return {
    form,
    check: () => setDirty(textOf(form.current) !== stored.current),
    markStored,
    guard: (
      <LazyConfirmDialog
        open={status === 'blocked'}
        title="¿Salir sin guardar?"
        onCancel={() => reset?.()}
        onOk={() => proceed?.()}
        danger
      >
        Lo que cambiaste en esta pantalla se pierde.
      </LazyConfirmDialog>
    ),
  }
}
