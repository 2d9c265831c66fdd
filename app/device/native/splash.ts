import { SplashScreen } from '@capacitor/splash-screen'
import { LOCK_SCREEN_ID } from '#app/device/native/lockScreen.ts'

/** Hides the splash screen when the first screen is drawn, or before it the lock screen. */
export function hideSplashWhenDrawn(): void {
  const page = document.documentElement
  const hide = () => void SplashScreen.hide({ fadeOutDuration: 150 }).catch(console.warn)
  // `data-first` hides the prerendered login; a failed start shows its message.
  const isDrawn = () =>
    (!page.dataset.first && document.getElementById('root')?.hasChildNodes()) ||
    document.getElementById(LOCK_SCREEN_ID) !== null ||
    document.getElementById('unreached')?.hidden === false
  if (isDrawn()) return hide()
  const observer = new MutationObserver(() => {
    if (!isDrawn()) return
    observer.disconnect()
    // The next frame has painted it.
    requestAnimationFrame(() => requestAnimationFrame(hide))
  })
  observer.observe(page, { attributes: true, childList: true, subtree: true })
}
