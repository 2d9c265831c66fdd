/** The Web Lock that every tab in use has in shared mode: an update needs it alone. */
const LOCK = 'tab-in-use'

/** Gives the lock of this tab back. */
let release: (() => void) | undefined
/** Resolves when the lock of this tab has been given back. */
let released: Promise<unknown> = Promise.resolve()

/** Takes the lock of this tab. A frozen tab keeps it, a closed one does not. */
export function takeTabLock(): void {
  if (release) return
  const inUse = new Promise<void>((resolve) => {
    release = resolve
  })
  released = navigator.locks.request(LOCK, { mode: 'shared' }, () => inUse).catch(console.warn)
}

/** Gives the lock of this tab back. */
export async function releaseTabLock(): Promise<void> {
  release?.()
  release = undefined
  await released
}

/**
 * Runs a task while no tab has the lock.
 * @returns false when a tab has it: the task did not run
 */
export const whileNoTabIsInUse = (task: () => Promise<void>): Promise<boolean> =>
  navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await task()
    return lock !== null
  })
