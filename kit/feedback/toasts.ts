import { Toast } from '@base-ui/react/toast'

/** The queue of toasts that Toaster draws. */
export const toasts = Toast.createToastManager()

/** Shows a toast. An error is never shown by a toast only. */
export function showToast(text: string, tone: 'good' | 'bad' = 'good'): void {
  toasts.add({ title: text, type: tone, priority: tone === 'bad' ? 'high' : 'low' })
}
