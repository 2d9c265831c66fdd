/** A wait that ended without its result. The message tells what it waited for. */
export class DeadlineExceeded extends Error {
  override name = 'DeadlineExceeded'
}

/**
 * Waits for a result at most `timeoutMs`. The work itself goes on after that.
 * @param what what is waited for, as text after "se esperó … s a que"
 * @throws DeadlineExceeded
 */
export async function withDeadline<T>(
  what: string,
  timeoutMs: number,
  work: Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const expired = new Promise<never>((_, reject) => {
    const seconds = Math.round(timeoutMs / 1000)
    const reason = new DeadlineExceeded(`se esperó ${seconds} s a que ${what}, en vano`)
    timer = setTimeout(() => reject(reason), timeoutMs)
  })
  try {
    return await Promise.race([work, expired])
  } finally {
    clearTimeout(timer)
  }
}
