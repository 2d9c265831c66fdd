import { setTimeout as sleep } from 'node:timers/promises'

const INTERVAL_MS = 300

/**
 * Counts again and again until nothing is left, or the time is over.
 * @returns the last count
 */
export async function untilZero(
  count: () => Promise<number>,
  timeoutMs: number,
  onWait: (left: number) => void = () => {},
): Promise<number> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const left = await count()
    if (left === 0 || performance.now() > deadline) return left
    onWait(left)
    await sleep(INTERVAL_MS)
  }
}
