import type { App } from '#app/context.ts'
import { platform } from '#app/device/platform.ts'
import { trustedScript } from '#app/device/trustedScript.ts'
import { hasPaymentInProgress } from '#app/features/payments/paymentInProgress.ts'

/** The address under which the build writes `worker/serviceWorker.ts`. */
const WORKER = '/serviceWorker.js'
/** Milliseconds between two checks for a new version while the page is open. */
const CHECK_INTERVAL_MS = 3_600_000
/** An open dialog; a toast is one by its role, too. */
const DIALOG = ':is([role=dialog],[role=alertdialog]):not([role=region] *)'
/** The Web Lock that every tab in use has in shared mode. A frozen tab keeps it, a closed one does not. */
const LOCK = 'tab-in-use'

let registration: ServiceWorkerRegistration | undefined
let isPaying = () => false
let isMutating = () => false
let releaseLock: (() => void) | undefined
/** Resolves when the lock of this tab has been given back. */
let released: Promise<unknown> = Promise.resolve()

/** Ends the wait of the worker's registration, after which it stores the files of all screens. */
export let allowInstallation: () => void
const installationAllowed = new Promise<void>((resolve) => {
  allowInstallation = resolve
})

const isVisible = () => document.visibilityState === 'visible'
/** Whether a reload of this tab would lose something, or interrupt a payment. */
const isBusy = () =>
  isPaying() || isMutating() || hasTypedText() || document.querySelector(DIALOG) !== null

/** The first installation waits for a moment, too, and replaces nothing. */
const isWaiting = () => Boolean(registration?.waiting && registration.active)

/** Whether a new version waits for the page to be reloaded, and no payment is in progress. */
export const isUpdateOffered = (): boolean => isWaiting() && !isPaying()

/** Sets how this tab knows that a call is changing something. */
export function setMutatingCheck(check: () => boolean): void {
  isMutating = check
}

/**
 * Registers the service worker, finds new versions of the app and activates them at a quiet moment
 * (docs/decisions/0025-offline-and-updates.md): when no tab is visible, or the person asks for it, and
 * no tab is busy. The pages are reloaded together, so that none asks for a chunk of the other version.
 * Does nothing where there is no worker (a private window of some browsers, a page without https) and
 * in the native shell, whose files are on the phone.
 */
export async function registerWorker({ storage, clock }: App): Promise<void> {
  if (!('serviceWorker' in navigator) || platform() !== 'b') return
  isPaying = () => hasPaymentInProgress(storage, clock.now())
  watchTypedText()
  const { serviceWorker } = navigator
  let isControlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) location.reload()
    isControlled = true
  })
  updateLock()
  await installationAllowed
  const found = await serviceWorker.register(trustedScript('surtidor-worker', WORKER), {
    updateViaCache: 'none',
  })
  registration = found
  const react = () => {
    updateLock()
    if (!isVisible()) void activateUpdate()
  }
  const watchInstallation = () => found.installing?.addEventListener('statechange', react)
  found.addEventListener('updatefound', watchInstallation)
  watchInstallation()
  // The browser itself checks at each navigation.
  const check = () => void found.update().catch(console.warn)
  setInterval(check, CHECK_INTERVAL_MS)
  document.addEventListener('visibilitychange', () => {
    if (isVisible()) check()
    react()
  })
  react()
}

/**
 * Activates the version that waits, which reloads every tab.
 * @returns false when a tab is busy, or another one visible
 */
export async function activateUpdate(): Promise<boolean> {
  if (!isWaiting() || isBusy()) return false
  if (!releaseLock) await released
  const { held = [] } = await navigator.locks.query()
  const inUse = held.filter(({ name }) => name === LOCK).length
  if (inUse > (releaseLock ? 1 : 0)) return false
  registration?.waiting?.postMessage('activate')
  return true
}

function updateLock(): void {
  const isInUse = isVisible() || isBusy()
  if (isInUse && !releaseLock) {
    const ended = new Promise<void>((resolve) => {
      releaseLock = resolve
    })
    released = navigator.locks.request(LOCK, { mode: 'shared' }, () => ended).catch(console.warn)
  } else if (!isInUse) {
    releaseLock?.()
    releaseLock = undefined
  }
}

const typed = new Set<WeakRef<Element>>()

/** Remembers each field into which something is typed, until it leaves the document. */
export function watchTypedText(): void {
  document.addEventListener('input', ({ target }) => {
    if (target instanceof Element) typed.add(new WeakRef(target))
  })
}

/** Whether the document has a field into which something was typed and that is not empty again. */
export function hasTypedText(): boolean {
  for (const reference of typed) {
    const field = reference.deref()
    if (!field?.isConnected) typed.delete(reference)
    else if (!('value' in field) || field.value !== '') return true
  }
  return false
}
