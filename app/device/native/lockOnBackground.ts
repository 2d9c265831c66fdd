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
  /** The phone's own question may cover the app, which is then in the background too. */
  let isAsking = false
  void App.addListener('pause', () => {
    if (isAsking || !isWanted()) return
    leftAt ??= now()
    lock.cover()
  })
  void App.addListener('resume', async () => {
    const since = leftAt
    leftAt = null
    if (isAsking || since === null) return
    if (now() - since < LOCK_AFTER_MS) return lock.uncover()
    isAsking = true
    const isRecognised = await unlockSession(lock.ask)
    isAsking = false
    if (isRecognised) lock.uncover()
    else restart()
  })
}
