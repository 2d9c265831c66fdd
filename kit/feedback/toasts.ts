import { Toast } from '@base-ui/react/toast'

/** The queue of toasts that Toaster draws. */
export const toasts = Toast.createToastManager()

/**
 * Milliseconds for which an action can be undone: time to read it, find the button and reach it by
 * keyboard. It stands still while the pointer or the focus is on the toast.
 */
const UNDO_TIME = 20_000

/**
 * Shows a toast. An error is never shown by a toast only: the screen's own alert announces it, so the
 * toast needs no urgent announcement, whose copy would hold focusable buttons hidden from screen readers.
 */
export function showToast(text: string, tone: 'good' | 'bad' = 'good'): void {
  toasts.add({ title: text, type: tone })
}

/** Shows what was done, with a button that undoes it. F6 moves the focus to the toast. */
export const showUndoToast = (text: string, undo: () => void): void =>
  showActionToast(text, { label: 'Deshacer', action: undo, timeout: UNDO_TIME })

interface ToastAction {
  label: string
  action: () => void
  /** In milliseconds; 0 for a toast that stays until it is closed. */
  timeout: number
}

/** Shows a sentence with a button. F6 moves the focus to the toast. */
export function showActionToast(text: string, { label, action, timeout }: ToastAction): void {
  const id = toasts.add({
    title: text,
    type: 'good',
    timeout,
    actionProps: {
      children: label,
      onClick: () => {
        toasts.close(id)
        action()
      },
    },
  })
}
