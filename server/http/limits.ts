import { normalizeIP } from '@fastify/rate-limit'
import { type Bucket, consume, giveBack } from '#db/accounts/rateLimits.ts'
import type { Context } from '#server/context.ts'
import { RateLimited } from '#server/http/errors.ts'
import { sha256 } from '#server/http/sha256.ts'

/**
 * A limit of a call, declared beside its handler: a token bucket in the database, which all server
 * processes share and a restart does not empty. `limits.test.ts` lists the limits of all calls.
 */
export interface Limit extends Bucket {
  /** Calls whose limits have one name share the buckets. */
  name: string
  /**
   * Whose bucket: that of the caller's address, which phones of a mobile network share (an IPv6 network
   * of 64 bits is one address); of the session's person; of the terminal; or of a mailbox or a loyalty
   * that the handler names.
   */
  by: 'address' | 'person' | 'terminal' | 'mailbox' | 'loyalty'
  /**
   * `before`: each call with valid fields takes a point before its handler runs. `within`: the handler
   * takes it, once it knows that the call counts.
   */
  taken: 'before' | 'within'
  /** `CALLS_PER_MINUTE=0` removes the limit. */
  removable?: true
}

/** The limits that a handler declares, and whom they concern. */
export interface LimitedCaller {
  limits: readonly Limit[]
  address: string
  personId?: string
  terminalId?: string
}

/**
 * Takes a point of a limit that the handler declares.
 * @throws RateLimited with the seconds until there is one
 */
export async function take(...taking: Parameters<typeof waitFor>): Promise<void> {
  const wait = await waitFor(...taking)
  if (wait > 0) throw new RateLimited(wait)
}

/** Takes a point of a limit whose excess the caller must not notice. @returns whether there was one */
export const mayTake = async (...taking: Parameters<typeof waitFor>): Promise<boolean> =>
  (await waitFor(...taking)) === 0

/** Gives a point back: the call turned out not to count. */
export async function untake(
  { db, config }: Context,
  caller: LimitedCaller,
  limit: Limit,
  named: Named = {},
): Promise<void> {
  if (!isRemoved(config, limit)) await giveBack(db, keyOf(limit, caller, named), limit)
}

/** The mailbox or the loyalty of a limit that is of neither the caller nor its address. */
interface Named {
  email?: string
  loyaltyCode?: string
}

/** @returns 0 when a point was taken, else the seconds until there is one */
async function waitFor(
  { db, now, config }: Context,
  caller: LimitedCaller,
  limit: Limit,
  /** `tx`: the transaction of which the point is a part; absent: none. */
  { tx = db, ...named }: Named & { tx?: Context['db'] } = {},
): Promise<number> {
  if (!caller.limits.includes(limit)) throw new Error(`the call does not declare ${limit.name}`)
  if (isRemoved(config, limit)) return 0
  const from = await consume(tx, keyOf(limit, caller, named), limit, now())
  return from === null ? 0 : Math.max(1, Math.ceil((from.getTime() - now().getTime()) / 1000))
}

const isRemoved = ({ callsPerMinute }: Context['config'], { removable }: Limit) =>
  removable === true && callsPerMinute === 0

function keyOf(
  { name, by }: Limit,
  { address, personId, terminalId }: LimitedCaller,
  { email = '', loyaltyCode: loyalty }: Named,
): Buffer {
  // The tag after a `+` makes no other mailbox.
  const mailbox = email.replace(/[+][^@]*@/, '@')
  const whose = {
    address: normalizeIP(address),
    person: personId,
    terminal: terminalId,
    mailbox,
    loyalty,
  }[by]
  if (!whose) throw new Error(`the limit ${name} is of nobody`)
  return sha256(`limit ${name} ${whose}`)
}
