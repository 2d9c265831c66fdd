import { setTimeout as sleep } from 'node:timers/promises'

const INTERVAL_MS = 300

/**
 * Looks again and again until nothing is left (0, an empty text), or the time is over.
 * @returns what was left last
 */
export async function untilNothing<Left extends number | string>(
  look: () => Promise<Left>,
  timeoutMs: number,
  onWait: (left: Left) => void = () => {},
): Promise<Left> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const left = await look()
    if (!left || performance.now() > deadline) return left
    onWait(left)
    await sleep(INTERVAL_MS)
  }
}
