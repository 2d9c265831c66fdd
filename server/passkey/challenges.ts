import { createHmac, timingSafeEqual } from 'node:crypto'
import { CHALLENGE_LIFETIME } from '#contract/entities/passkey.ts'
import { consumeChallenge } from '#db/accounts/passkeys.ts'
import type { Db } from '#db/core/db.ts'
import type { Context } from '#server/context.ts'
import { sha256 } from '#server/http/sha256.ts'

/**
 * The purpose and the session that a challenge is bound to. A challenge of a login is bound to no
 * session: an assertion of it is accepted from any browser.
 */
export type ChallengeScope =
  | { purpose: 'register' | 'secondFactor'; sessionHash: Buffer }
  | { purpose: 'login' }

/** Bytes: random ones, the end of the challenge's life in milliseconds, and an HMAC of both. */
const NONCE = 16
const EXPIRY = 6
const MAC = 32

/**
 * A new challenge. Nothing is stored, so that a stranger's requests cost no row: it carries its
 * expiry and an HMAC that binds it to its scope (docs/decisions/0024-passkeys.md).
 */
export function newChallenge(context: Context, scope: ChallengeScope): Uint8Array<ArrayBuffer> {
  const expiry = Buffer.alloc(EXPIRY)
  expiry.writeUIntBE(context.now().getTime() + CHALLENGE_LIFETIME, 0, EXPIRY)
  const body = Buffer.concat([context.random(NONCE), expiry])
  return new Uint8Array(Buffer.concat([body, macOf(context, scope, body)]))
}

/** A signed challenge, in base64url: `expired` when its five minutes are over, `foreign` when it is not of this scope. */
export function stateOf(
  context: Context,
  scope: ChallengeScope,
  challenge: string,
): 'valid' | 'expired' | 'foreign' {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== NONCE + EXPIRY + MAC) return 'foreign'
  const [body, mac] = [bytes.subarray(0, NONCE + EXPIRY), bytes.subarray(NONCE + EXPIRY)]
  if (!timingSafeEqual(mac, macOf(context, scope, body))) return 'foreign'
  return expiryOf(bytes) > context.now() ? 'valid' : 'expired'
}

/**
 * Uses up a challenge whose state is `valid`.
 * @returns false when it was used before
 */
export const redeemChallenge = (tx: Db, challenge: string): Promise<boolean> =>
  consumeChallenge(tx, sha256(challenge), expiryOf(Buffer.from(challenge, 'base64url')))

const expiryOf = (bytes: Buffer) => new Date(bytes.readUIntBE(NONCE, EXPIRY))

function macOf({ config }: Context, scope: ChallengeScope, body: Buffer): Buffer {
  const key = createHmac('sha256', config.secret).update('passkey challenge').digest()
  const session = 'sessionHash' in scope ? scope.sessionHash : Buffer.alloc(0)
  return createHmac('sha256', key).update(`${scope.purpose} `).update(session).update(body).digest()
}
