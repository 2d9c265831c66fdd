/** The object that the native shell injects before the page's first script; absent in a browser. */
interface InjectedBridge {
  isNativePlatform?: () => boolean
  getPlatform?: () => string
}
const bridge = () => (globalThis as { Capacitor?: InjectedBridge }).Capacitor

/** The platform letter of the version header: `a` Android, `i` iOS, `b` browser. */
export function platform(): 'a' | 'i' | 'b' {
  if (!bridge()?.isNativePlatform?.()) return 'b'
  return bridge()?.getPlatform?.() === 'ios' ? 'i' : 'a'
}

/** Whether the browser is one of iOS. An iPad says that it is a Mac, which has no touch screen. */
export const isIosBrowser = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/**
 * Origin of the server. The native shell serves the app from an origin of its own, and its page
 * carries the server's as `data-server`.
 */
export const serverOrigin = (): string => document.documentElement.dataset.server ?? location.origin

/** Address of the calls. A browser gets a path, which needs no origin. */
export const apiBase = (): string => `${document.documentElement.dataset.server ?? ''}/api/`
