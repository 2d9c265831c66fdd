import { SplashScreen } from '@capacitor/splash-screen'
import { LOCK_SCREEN_ID } from '#app/device/native/lockScreen.ts'
import { firstScreen } from '#app/firstScreen/firstScreenState.ts'

/** Hides the splash screen when the first screen is drawn, or before it the lock screen. */
export function hideSplashWhenDrawn(): void {
  const hide = () => void SplashScreen.hide({ fadeOutDuration: 150 }).catch(console.warn)
  // A failed start shows its message.
  const isDrawn = () =>
    (firstScreen() !== 'app' && document.getElementById('root')?.hasChildNodes()) ||
    document.getElementById(LOCK_SCREEN_ID) !== null ||
    document.getElementById('unreached')?.hidden === false
  if (isDrawn()) return hide()
  const observer = new MutationObserver(() => {
    if (!isDrawn()) return
    observer.disconnect()
    // The next frame has painted it.
    requestAnimationFrame(() => requestAnimationFrame(hide))
  })
  observer.observe(document.documentElement, { attributes: true, childList: true, subtree: true })
}
