import { SplashScreen } from '@capacitor/splash-screen'

/** Hides the splash screen when the first screen is drawn. */
export function hideSplashWhenDrawn(): void {
  const page = document.documentElement
  const hide = () => void SplashScreen.hide({ fadeOutDuration: 150 }).catch(console.warn)
  // `data-first` marks the prerendered login as not shown; the message of a failed start is shown instead.
  const isDrawn = () =>
    (!page.dataset.first && document.getElementById('root')?.hasChildNodes()) ||
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
