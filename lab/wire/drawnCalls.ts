import type { CallContract } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import { fieldsOf, mutated } from '#lab/wire/requestValues.ts'

export const ALL_CALLS = Object.values(calls as Record<string, CallContract>)
const OF_OBJECTS = /^(?:object|objects|actOnObject)$/
/** Calls that hash a password, wait on purpose or cause such a call: drawn ten times less often. */
const SLOW = /password|login(?!Passkey)|logout|addUser|deleteAccount|enrol/i
/** Calls that few callers can make at the moment: a larger share of them is valid. */
const SELDOM_POSSIBLE = /object|^getGEOPayAccessToken$|^takeReward$|^captureVoucher$|^mailReceipt$/i

/** Slow calls are drawn seldom, and most drivers have no debt or voucher: a larger share of these calls is valid. */
export const isSeldomDrawn = ({ name }: CallContract) =>
  SLOW.test(name) || SELDOM_POSSIBLE.test(name)

/** Some fields drawn from the contract's schema, or one to four mutations of any value, or both. */
export function invalid(contract: CallContract, sample: object, random: SeededRandom): unknown {
  const drawn = random.bool(0.4) ? fieldsOf(contract, random) : {}
  const chosen = Object.entries(drawn).filter(() => random.bool(0.5))
  const fields = { ...sample, ...Object.fromEntries(chosen) }
  return chosen.length > 0 && random.bool(0.5) ? fields : mutated(random, fields)
}

/**
 * @param among the calls of the run
 * @param missing those that have to succeed yet: drawn more often, so that chance leaves none out
 */
export function drawCall(
  random: SeededRandom,
  among: readonly CallContract[],
  missing: readonly CallContract[],
): CallContract {
  if (missing.length > 0 && random.bool(0.1)) return random.oneOf(missing)
  // Each has many kinds and forms.
  const ofObjects = random.bool(0.1) && among.filter((one) => OF_OBJECTS.test(one.name))
  const contract = random.oneOf(ofObjects && ofObjects.length > 0 ? ofObjects : among)
  return SLOW.test(contract.name) && random.bool(0.9) ? drawCall(random, among, []) : contract
}
