import type { CallContract } from '#contract/call.ts'
import { login } from '#contract/user/login.ts'

/** A login that `boot/earlyLogin.ts` sent before this script was loaded. */
export interface EarlyLogin {
  user: string
  password: string
  /** The unchecked JSON of the answer; rejects with an ApiError of the inline script's own copy of the class. */
  answer: Promise<unknown>
}

declare global {
  /** Set by `boot/earlyLogin.ts`. */
  var earlyLogin: EarlyLogin | undefined
}

/**
 * The answer of the early login, once, when the fields of this login are still the same.
 * @returns undefined for any other call: it is to be sent
 */
export function takeEarlyAnswer(
  contract: CallContract,
  fields: object,
): Promise<unknown> | undefined {
  const early = globalThis.earlyLogin
  if (contract !== login || !early) return undefined
  globalThis.earlyLogin = undefined
  const { user, password, ...others } = fields as { user: string; password: string }
  const same =
    user === early.user && password === early.password && Object.keys(others).length === 0
  return same ? early.answer : undefined
}
