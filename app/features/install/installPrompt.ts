import { isIosBrowser } from '#app/device/platform.ts'

/** Chromium's event, which the person's answer follows. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let kept: InstallPromptEvent | null = null
const listeners = new Set<() => void>()

/** Keeps Chromium's event until the person asks to install. Called once, before the page has loaded. */
export function watchInstallPrompt(): void {
  const set = (event: InstallPromptEvent | null) => {
    kept = event
    for (const listener of listeners) listener()
  }
  addEventListener('beforeinstallprompt', (event) => {
    // Without the browser's own banner.
    event.preventDefault()
    set(event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => set(null))
}

export function onInstallPrompt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * How this browser installs the app: by its dialog, by the person's own hand in the share menu of
 * iOS; null when it is installed, or cannot be.
 */
export function installWay(): 'dialog' | 'shareMenu' | null {
  const way = kept ? 'dialog' : isIosBrowser() ? 'shareMenu' : null
  return way === null || isInstalled() ? null : way
}

/** Shows the browser's dialog, which it allows once per event. */
export async function install(): Promise<boolean> {
  const event = kept
  kept = null
  const answer = await event?.prompt()
  for (const listener of listeners) listener()
  return answer?.outcome === 'accepted'
}

const isInstalled = () =>
  matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches ||
  (navigator as { standalone?: boolean }).standalone === true
