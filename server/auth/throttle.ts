import { throttledUntil } from '#db/accounts/loginThrottle.ts'
import type { Context } from '#server/context.ts'
import { RateLimited } from '#server/http/errors.ts'

/**
 * Turns away who has guessed wrong too often and too lately. To be asked again after the guess
 * was looked at: many that were sent at once do not slip past together.
 * @throws TooMany with the seconds to wait
 */
export async function assertNotThrottled({ db, now }: Context, account: Buffer): Promise<void> {
  const barrier = await throttledUntil(db, account, now())
  if (barrier) throw new RateLimited(Math.ceil((barrier.getTime() - now().getTime()) / 1000))
}
