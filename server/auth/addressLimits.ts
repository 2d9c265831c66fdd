import { normalizeIP } from '@fastify/rate-limit'
import { type Allowance, admittedFrom, countOne } from '#db/accounts/allowances.ts'
import type { Context } from '#server/context.ts'
import { RateLimited } from '#server/http/errors.ts'
import { sha256 } from '#server/http/sha256.ts'

/**
 * The limits of one address, an IPv6 network of 64 bits as one, by all processes together. Phones of a
 * mobile network share addresses, so they are generous. `CALLS_PER_MINUTE=0` turns them off too.
 */
const LIMITS = {
  /** Wrong passwords, of whatever accounts. */
  wrongPassword: { burst: 40, interval: 60_000 },
  /** Registrations with valid fields. */
  registration: { burst: 30, interval: 2 * 60_000 },
} as const satisfies Record<string, Allowance>
type Limited = keyof typeof LIMITS

type Limiter = Pick<Context, 'db' | 'now' | 'config'>

/**
 * Refuses while an address is over its limit.
 * @throws RateLimited with the seconds to wait
 */
export async function assertAddressAllowed(
  { db, now, config }: Limiter,
  what: Limited,
  address: string,
): Promise<void> {
  if (config.callsPerMinute === 0) return
  const wait =
    (await admittedFrom(db, keyOf(what, address), LIMITS[what])).getTime() - now().getTime()
  if (wait > 0) throw new RateLimited(Math.ceil(wait / 1000))
}

/** Counts one of an address. */
export async function countOfAddress(
  { db, now, config }: Limiter,
  what: Limited,
  address: string,
): Promise<void> {
  if (config.callsPerMinute > 0) await countOne(db, keyOf(what, address), LIMITS[what], now())
}

const keyOf = (what: Limited, address: string) => sha256(`${what} ${normalizeIP(address)}`)
