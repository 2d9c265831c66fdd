import { hkdfSync } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { SPENDING_WINDOW_SECONDS, type SpendingCode } from '#contract/entities/spendingCode.ts'
import type { Context } from '#server/context.ts'

type Of = Pick<SpendingCode, 'loyaltyCode' | 'limit'>

/** The TOTP of a loyalty and a limit, by a key of the server's SECRET: the database yields no code. */
function totpOf(config: Pick<Context['config'], 'secret'>, { loyaltyCode, limit }: Of): TOTP {
  const info = `spending code ${loyaltyCode} ${limit}`
  const secret = new Secret({ buffer: hkdfSync('sha256', config.secret, '', info, 20) })
  return new TOTP({ secret, period: SPENDING_WINDOW_SECONDS })
}

/** The number of the 30 seconds of an instant. */
const windowOf = (at: Date) => Math.floor(at.getTime() / (SPENDING_WINDOW_SECONDS * 1000))

/** The digits of the present 30 seconds and of those that follow, with their beginnings. */
export function spendingCodes(
  config: Pick<Context['config'], 'secret'>,
  of: Of,
  { now, count }: { now: Date; count: number },
): { digits: string; from: Date }[] {
  const totp = totpOf(config, of)
  return Array.from({ length: count }, (_, place) => {
    const timestamp = (windowOf(now) + place) * SPENDING_WINDOW_SECONDS * 1000
    return { digits: totp.generate({ timestamp }), from: new Date(timestamp) }
  })
}

/**
 * The number of the 30 seconds whose code this is: the present ones or those before, because a code takes
 * its time to be read and sent.
 * @returns null when it is neither
 */
export function codeWindow(
  config: Pick<Context['config'], 'secret'>,
  { digits, ...of }: SpendingCode,
  now: Date,
): number | null {
  const timestamp = now.getTime()
  const offset = totpOf(config, of).validate({ token: digits, timestamp, window: 1 })
  return offset === 0 || offset === -1 ? windowOf(now) + offset : null
}
