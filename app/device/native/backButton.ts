import { App } from '@capacitor/app'

/** Routes from which the back button leaves the app. */
const FIRST_ROUTES = ['', '/', '/main', '/login', '/listDrivers']

/** The hardware's back button closes an open dialog, goes back, or leaves the app at its first screen. */
export function handleBackButton(): void {
  void App.addListener('backButton', ({ canGoBack }) => {
    if (closeDialog()) return
    const route = location.hash.slice(1).split('?', 1)[0] ?? ''
    if (FIRST_ROUTES.includes(route)) void App.minimizeApp()
    else if (canGoBack) history.back()
    else location.hash = '#/main'
  })
}

/** Closes the open dialog or menu as Escape does. @returns whether there was one */
function closeDialog(): boolean {
  const opened = document.querySelectorAll(
    '[role=dialog],[role=alertdialog],[role=menu],[role=listbox]',
  )
  const last = opened.item(opened.length - 1)
  if (!last) return false
  last.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
  )
  return true
}
