import { showActionToast } from '#kit/feedback/toasts.ts'

/** Says at once that the session is not stored; `SessionAlert` says it again after the page was loaded anew. */
export function warnOfFullStorage(): void {
  showActionToast(
    'No queda lugar en este dispositivo para guardar tu sesión: si cerrás o recargás la página, puede que tengas que ingresar de nuevo. Liberá espacio.',
    { label: 'Entendido', action: () => undefined, timeout: 0 },
  )
}
