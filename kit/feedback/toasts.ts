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
export function showUndoToast(text: string, undo: () => void): void {
  const id = toasts.add({
    title: text,
    type: 'good',
    timeout: UNDO_TIME,
    actionProps: {
      children: 'Deshacer',
      onClick: () => {
        toasts.close(id)
        undo()
      },
    },
  })
}
