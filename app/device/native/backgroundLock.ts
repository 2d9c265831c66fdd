import { App } from '@capacitor/app'
import type { LockScreen } from '#app/device/native/lockScreen.ts'
import { unlockSession } from '#app/device/native/unlock.ts'

/** Milliseconds in the background after which the phone asks for its owner again. */
const LOCK_AFTER_MS = 5 * 60_000

interface Options {
  lock: LockScreen
  /** Whether a session is shown that the person wants locked. */
  isWanted: () => boolean
  now: () => number
  /** Starts the app again, without the session that was removed. */
  restart: () => void
}

/** Covers the page while the app is in the background, and asks for the phone's owner after five minutes. */
export function lockInBackground({ lock, isWanted, now, restart }: Options): void {
  let leftAt: number | null = null
  void App.addListener('pause', () => {
    if (!isWanted()) return
    leftAt ??= now()
    lock.cover()
  })
  void App.addListener('resume', async () => {
    const since = leftAt
    leftAt = null
    if (since === null) return
    if (now() - since < LOCK_AFTER_MS) return lock.uncover()
    if (await unlockSession(lock.ask)) lock.uncover()
    else restart()
  })
}
