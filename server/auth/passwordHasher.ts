import { hash, verify } from '@node-rs/argon2'
import { RateLimited } from '#server/http/errors.ts'

/** OWASP's Argon2id floor: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Two at a time leave the other calls their thread-pool places; the rest wait in line. */
export const MAX_CONCURRENT = 2
/** Who comes when so many wait is told to come back. */
export const MAX_QUEUED = 200

/** What may be done with passwords by whose turn it is. */
export interface Hasher {
  hash: (password: string) => Promise<string>
  /** With no stored hash it works as long and answers false: nobody learns who has an account. */
  matches: (password: string, stored: string | undefined) => Promise<boolean>
}

/** Hashes and checks passwords without letting a flood of logins slow everybody else. */
export interface PasswordHasher {
  /**
   * Does what leads to a password's check in its turn, one in a bounded line. Whoever reads the
   * database for it does so inside: those who wait hold none of its connections.
   * @throws TooMany when the line is full
   */
  turn: <T>(work: (desk: Hasher) => Promise<T>) => Promise<T>
}

export function createPasswordHasher(): PasswordHasher {
  let working = 0
  const line: (() => void)[] = []
  const nobodys = hash('nobody has this password', PARAMETERS)
  const desk: Hasher = {
    hash: (password) => hash(password, PARAMETERS),
    matches: async (password, stored) => {
      const fits = await verify(stored ?? (await nobodys), password)
      return fits && stored !== undefined
    },
  }
  return {
    turn: async (work) => {
      if (working >= MAX_CONCURRENT) {
        if (line.length >= MAX_QUEUED) throw new RateLimited(2)
        await new Promise<void>((start) => line.push(start))
      } else working++
      try {
        return await work(desk)
      } finally {
        const nextOne = line.shift()
        if (nextOne) nextOne()
        else working--
      }
    },
  }
}
