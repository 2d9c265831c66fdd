import { releaseTabLock, takeTabLock, whileNoTabIsInUse } from '#app/features/update/tabInUse.ts'
import { hasTypedText, watchTypedText } from '#app/features/update/unsavedInput.ts'

/** Milliseconds between two checks for a new version while the page is open. */
const CHECK_INTERVAL_MS = 3_600_000

let registration: ServiceWorkerRegistration | undefined
let busyChecks: (() => boolean)[] = []
const listeners = new Set<() => void>()

/** Whether a new version is installed and waits for the page to be reloaded. */
export const isUpdateWaiting = (): boolean =>
  // The first installation waits for a moment, too, and replaces nothing.
  Boolean(registration?.waiting && registration.active)

/** Calls back when `isUpdateWaiting` may have changed. */
export function onUpdate(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Adds a reason for which this tab must not be reloaded.
 * @returns the function that removes it
 */
export function addBusyCheck(check: () => boolean): () => void {
  busyChecks.push(check)
  return () => {
    busyChecks = busyChecks.filter((other) => other !== check)
  }
}

/** An open dialog; a toast is one by its role, too. */
const DIALOG = ':is([role=dialog],[role=alertdialog]):not([role=region] *)'

/** Whether a reload of this tab would lose something, or interrupt a payment. */
const isBusy = () =>
  hasTypedText() || document.querySelector(DIALOG) !== null || busyChecks.some((check) => check())

const isVisible = () => document.visibilityState === 'visible'
const markUse = () => (isVisible() || isBusy() ? takeTabLock() : void releaseTabLock())

/**
 * Finds new versions of the app and activates them at a quiet moment
 * (docs/decisions/0025-offline-and-updates.md): when no tab is visible, or the person asks for it,
 * and no tab is busy. The pages are reloaded together, so that none asks for a chunk of the other version.
 */
export function watchForUpdates(found: ServiceWorkerRegistration): void {
  registration = found
  const { serviceWorker } = navigator
  let isControlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) location.reload()
    isControlled = true
  })
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const watchInstallation = () =>
    found.installing?.addEventListener('statechange', () => {
      notify()
      if (!isVisible()) void activateUpdate()
    })
  found.addEventListener('updatefound', watchInstallation)
  watchInstallation()
  // The browser itself checks at each navigation.
  const check = () => void found.update().catch(console.warn)
  setInterval(check, CHECK_INTERVAL_MS)
  document.addEventListener('visibilitychange', () => {
    markUse()
    if (isVisible()) check()
    else void activateUpdate()
  })
  watchTypedText(markUse)
  markUse()
  notify()
}

/**
 * Activates the version that waits, which reloads every tab.
 * @returns false when a tab is busy, or another one visible
 */
export async function activateUpdate(): Promise<boolean> {
  if (!isUpdateWaiting() || isBusy()) return false
  await releaseTabLock()
  const isActivated = await whileNoTabIsInUse(async () => {
    registration?.waiting?.postMessage('activate')
    // The lock is given back by the reload.
    await new Promise((reloading) => addEventListener('pagehide', reloading, { once: true }))
  }).catch(() => false)
  if (!isActivated) markUse()
  return isActivated
}
