import { App } from '@capacitor/app'
import { SplashScreen } from '@capacitor/splash-screen'
import { type LinkBases, routeOfLink } from '#app/device/native/deepLink.ts'
import { closeGateway, onGatewayClosed, showGateway } from '#app/device/native/gatewayBrowser.ts'
import {
  createLockScreen,
  LOCK_SCREEN_ID,
  lockInBackground,
} from '#app/device/native/lockScreen.ts'
import { nativeDeviceInfo } from '#app/device/native/nativeDeviceInfo.ts'
import { nativePasskeys } from '#app/device/native/passkeys.ts'
import { nativePosition } from '#app/device/native/position.ts'
import { followPushTaps, nativePush } from '#app/device/native/push.ts'
import { scanCode } from '#app/device/native/scanner.ts'
import { loadSecureSession } from '#app/device/native/secureSession.ts'
import { removeSharedFiles, shareFile } from '#app/device/native/shareFile.ts'
import { deviceUnlock, unlockSession } from '#app/device/native/unlock.ts'
import {
  followTheme,
  handleBackButton,
  showFocusedField,
  stayInWebView,
} from '#app/device/native/webViewBehaviour.ts'
import { serverOrigin } from '#app/device/platform.ts'
import { firstScreen, setFirstScreen } from '#app/firstScreen/firstScreenState.ts'

const SESSION = 'currentUser'

/**
 * Prepares the app in the native shell before its own script runs: the phone's implementations, the session from
 * the secure storage, the phone's owner where that is wanted, and the link that opened the app.
 */
export async function startShell(): Promise<void> {
  const isLoginAddress = firstScreen() === 'login'
  // The prerendered login stays hidden until it is known that there is no session.
  setFirstScreen('app')
  hideSplashWhenDrawn()
  const device = await nativeDeviceInfo()
  let sessionStorages = await loadSecureSession()
  const lock = createLockScreen()
  const hasSession = () => sessionStorages.lastingStorage.getItem(SESSION) !== null
  if (hasSession() && deviceUnlock.isOn()) {
    await import('#kit/style/tokens.css')
    if (!(await unlockSession(lock.ask))) sessionStorages = await loadSecureSession()
    lock.uncover()
  }
  globalThis.nativeImplementations = {
    device,
    sessionStorages,
    position: nativePosition(),
    scanCode,
    shareFile,
    showGateway,
    unlock: deviceUnlock,
    push: nativePush,
  }
  globalThis.nativePasskeys = nativePasskeys
  const isLinkOpened = await openLaunchLink()
  if (isLoginAddress && !hasSession() && !isLinkOpened) setFirstScreen('login')
  followTheme()
  handleBackButton()
  showFocusedField()
  stayInWebView()
  followPushTaps()
  refetchOnReturn()
  void removeSharedFiles()
  lockInBackground({
    lock,
    isWanted: () => hasSession() && deviceUnlock.isOn(),
    now: () => performance.now(),
    restart: () => location.reload(),
  })
}

const linkBases = (): LinkBases => ({
  server: serverOrigin(),
  scheme: document.documentElement.dataset.scheme ?? '',
})

/** Opens the link that started the app, and each later one. @returns whether a link started it */
async function openLaunchLink(): Promise<boolean> {
  const launched = await App.getLaunchUrl().catch(() => undefined)
  const open = (link: string) => {
    const route = routeOfLink(link, linkBases())
    if (route === null) return false
    void closeGateway()
    location.hash = route
    return true
  }
  void App.addListener('appUrlOpen', ({ url }) => void open(url))
  return launched ? open(launched.url) : false
}

/**
 * Lets the screens ask the server again when the app or its page is shown again. They listen to the
 * browser's events, which a web view does not send in each of these cases.
 */
function refetchOnReturn(): void {
  const shown = () => {
    document.dispatchEvent(new Event('visibilitychange'))
    dispatchEvent(new Event('pageshow'))
  }
  void App.addListener('resume', shown)
  onGatewayClosed(shown)
}

/** Hides the splash screen when the first screen is drawn, or before it the lock screen. */
function hideSplashWhenDrawn(): void {
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
