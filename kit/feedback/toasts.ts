import { Toast } from '@base-ui/react/toast'

/** The line of toasts; Toaster draws it, anyone adds to it through `say`. */
export const toasts = Toast.createToastManager()

/** Says in passing that something went well (or, `bad`, that it did not). Never the only sign of a failure. */
export function showToast(text: string, tone: 'good' | 'bad' = 'good'): void {
  toasts.add({ title: text, type: tone, priority: tone === 'bad' ? 'high' : 'low' })
}
