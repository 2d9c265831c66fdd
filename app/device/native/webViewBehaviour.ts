import { App } from '@capacitor/app'
import { SystemBars, SystemBarsStyle } from '@capacitor/core'
import { Keyboard } from '@capacitor/keyboard'

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

/** Scrolls the focused field into view when the keyboard has covered a part of the page. */
export function showFocusedField(): void {
  void Keyboard.addListener('keyboardDidShow', () =>
    document.activeElement?.scrollIntoView({ block: 'center', behavior: 'instant' }),
  )
}

/**
 * Opens the app's own links that ask for another tab in this view: a phone has no tabs, and the system
 * browser cannot open the app's origin. Links to other sites open in the system browser.
 */
export function stayInWebView(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[target=_blank]') : null
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return
    event.preventDefault()
    location.hash = link.hash
  })
}

/** By the `data-theme` of the root, which is absent for the phone's own theme. */
const STYLES: Record<string, SystemBarsStyle> = {
  dark: SystemBarsStyle.Dark,
  light: SystemBarsStyle.Light,
}

/** Keeps the text of the phone's bars readable on the colours of the app's theme. */
export function followTheme(): void {
  const root = document.documentElement
  const apply = () => {
    const style = STYLES[root.dataset.theme ?? ''] ?? SystemBarsStyle.Default
    SystemBars.setStyle({ style }).catch(console.warn)
  }
  apply()
  new MutationObserver(apply).observe(root, { attributeFilter: ['data-theme'] })
}
