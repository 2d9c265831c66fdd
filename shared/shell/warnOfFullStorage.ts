import { showActionToast } from '#kit/feedback/toasts.ts'

/** Says at once that the session is not stored; `SessionAlert` says it again after the page was loaded anew. */
export function warnOfFullStorage(): void {
  showActionToast('Sin espacio en este dispositivo: tu sesión no quedó guardada.', {
    label: 'Entendido',
    action: () => undefined,
    timeout: 0,
    tone: 'bad',
  })
}
