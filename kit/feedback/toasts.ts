import { Toast } from '@base-ui/react/toast'

export const toasts = Toast.createToastManager()

type Shown = Parameters<typeof toasts.add>[0]
/** The toasts that were shown while no Toaster is mounted: the app loads it in idle time. */
let waiting: Shown[] | undefined = []

/** Adds the toasts that wait for a Toaster, and every later one at once. @returns what makes toasts wait again */
export function addWaiting(): () => void {
  const due = waiting ?? []
  waiting = undefined
  for (const toast of due) toasts.add(toast)
  return () => {
    waiting = []
  }
}

function add(toast: Shown): string {
  const id = toasts.add(toast)
  waiting?.push({ ...toast, id })
  return id
}

function close(id: string): void {
  toasts.close(id)
  waiting = waiting?.filter((toast) => toast.id !== id)
}

/**
 * Milliseconds for which an action can be undone: time to read it, find the button and reach it by
 * keyboard. It stands still while the pointer or the focus is on the toast.
 */
const UNDO_TIME = 20_000

/**
 * With what a toast ends, if its time has not passed: one that only tells something with its screen, one
 * that can still be undone with the session.
 */
type End = 'screen' | 'session'

/** The identifiers of the toasts that were shown, by what ends them. */
const shown: Record<End, string[]> = { screen: [], session: [] }

/** Closes the toasts that end with the screen or with the session. */
export function endToasts(end: End): void {
  for (const id of shown[end].splice(0)) close(id)
}

/**
 * Shows a toast, which ends with its screen: a screen that navigates shows it after the navigation. An
 * error is never shown by a toast only: the screen's own alert announces it, so the toast needs no urgent
 * announcement, whose copy would hold focusable buttons hidden from screen readers.
 */
export function showToast(text: string, tone: 'good' | 'bad' = 'good'): void {
  shown.screen.push(add({ title: text, type: tone }))
}

/** Shows what was done, with a button that undoes it on this screen and the next ones. F6 moves the focus to the toast. */
export function showUndoToast(text: string, undo: () => void): void {
  shown.session.push(showActionToast(text, { label: 'Deshacer', action: undo, timeout: UNDO_TIME }))
}

interface ToastAction {
  label: string
  action: () => void
  /** In milliseconds; 0 for a toast that stays until it is closed. */
  timeout: number
  tone?: 'good' | 'bad'
}

/** Shows a sentence with a button on every screen, and returns its identifier. F6 moves the focus to the toast. */
export function showActionToast(
  text: string,
  { label, action, timeout, tone = 'good' }: ToastAction,
): string {
  const id = add({
    title: text,
    type: tone,
    timeout,
    actionProps: {
      children: label,
      onClick: () => {
        close(id)
        action()
      },
    },
  })
  return id
}
