import { useBlocker } from '@tanstack/react-router'
import { LazyConfirmDialog } from '#kit/feedback/LazyConfirmDialog.tsx'

/**
 * Asks before a form with unsaved changes is left, inside the app and by the browser's own ways. The
 * end of the session is not stopped.
 */
export function UnsavedChangesGuard({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => isDirty && next.pathname !== '/login',
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <LazyConfirmDialog
      open={status === 'blocked'}
      title="¿Salir sin guardar?"
      onCancel={() => reset?.()}
      onOk={() => proceed?.()}
      danger
    >
      Lo que cambiaste en esta pantalla se pierde.
    </LazyConfirmDialog>
  )
}
