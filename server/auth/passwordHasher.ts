import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { RateLimited } from '#server/http/errors.ts'

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashes at a time: two leave the other calls their threads of the pool. */
export const MAX_CONCURRENT = 2
/** Logins that wait for a slot; a further one is refused. */
export const MAX_QUEUED = 200

/** Hashes and checks passwords so that a flood of logins does not slow the other calls. */
export type PasswordHasher = ReturnType<typeof createPasswordHasher>

export function createPasswordHasher() {
  const limit = pLimit(MAX_CONCURRENT)
  const dummyHash = hash('the password of no account', PARAMETERS)
  const hasher = {
    hash: (password: string) => hash(password, PARAMETERS),
    /** Without a stored hash it takes as long and answers false: the time does not reveal an account. */
    matches: async (password: string, stored: string | undefined) => {
      const matches = await verify(stored ?? (await dummyHash), password)
      return matches && stored !== undefined
    },
  }
  return {
    /**
     * Runs `work` when a slot is free. Reads of the database that belong to the check run inside it, so
     * that a queued login holds no connection.
     * @throws RateLimited when the queue is full
     */
    withSlot: async <T>(work: (passwords: typeof hasher) => Promise<T>): Promise<T> => {
      if (limit.activeCount + limit.pendingCount >= MAX_CONCURRENT + MAX_QUEUED)
        throw new RateLimited(2)
      return await limit(work, hasher)
    },
  }
}
