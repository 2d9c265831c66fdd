import { Secret, TOTP } from 'otpauth'
import type { CallContract } from '#contract/call.ts'
import { OK } from '#contract/responseCodes.ts'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER, USER } from '#contract/roles.ts'
import { login } from '#contract/user/login.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import { decryptSecret } from '#server/auth/totp.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import { SECRET } from '#testing/harness/population.ts'
import { createTestClient, fetchFrom } from '#testing/harness/testClient.ts'
import type { Passkeys } from '#tools/fuzz/passkeys.ts'

/** The ids that a caller's later requests name. */
const LEARNT = ['requests', 'loyalties', 'debts', 'tokens', 'returns', 'notifications', 'messages']
type LearntIds = Record<string, string[]>

/** A caller. */
export interface Caller {
  /** The local part of the email; empty: without an account. */
  name: string
  role: RoleCode | null
  password: string
  token: string
  /** Whether the run may delete the account, or change its password or its email. */
  expendable: boolean
  learnt: LearntIds
  passkeys: Passkeys
}

export const emailOf = (name: string) => `${name}@demo.surtidor.uy`
const driver = (number: number) => `driver${String(number).padStart(5, '0')}`
/** An account that only the samples of `login` use. */
export const LOGIN_SAMPLE = driver(2)
/** Accounts that only the password resets use. */
export const RESET_SAMPLES = [3, 4, 5, 6, 7, 8, 9, 10].map(driver)

const caller = (name: string, role: RoleCode | null, more: Partial<Caller> = {}): Caller => ({
  name,
  role,
  password: DEMO_PASSWORD,
  token: '',
  expendable: false,
  learnt: Object.fromEntries(LEARNT.map((kind) => [kind, []])),
  passkeys: { options: {}, created: new Map(), stored: new Map() },
  ...more,
})

/** Calls that succeed only for an expendable account. */
const NEEDS_EXPENDABLE = new Set([
  'deleteAccount',
  'updatePassword',
  'removeMembership',
  'requestEmailChange',
  'confirmEmailChange',
])

/** The callers of a run: without a session, with an invalid token, the lasting accounts, and expendable ones. */
export function createCallers() {
  const anonymous = caller('', null)
  const invalidToken = caller('', null, { token: 'x'.repeat(43) })
  const lasting = [
    caller('ana', USER),
    caller('fede', USER),
    caller(driver(1), USER),
    caller('carla', UBER),
    caller('diego', PETROBRAS),
    caller('elena', ADMINISTRADOR),
  ]
  const expendable = Array.from({ length: 30 }, (_, index) =>
    caller(driver(11 + index), USER, { expendable: true }),
  )
  /** Half of the draws are limited to callers with access, so that handlers are reached often enough. */
  const draw = (random: SeededRandom, contract: CallContract): Caller => {
    const [firstExpendable = anonymous] = expendable
    if (NEEDS_EXPENDABLE.has(contract.name) && random.bool(0.75)) return firstExpendable
    const all = [anonymous, invalidToken, ...lasting, firstExpendable]
    const allowed = all.filter((each) => hasAccess(each, contract))
    return random.oneOf(random.bool(0.5) ? allowed : all)
  }
  const remove = (lost: Caller) => expendable.splice(expendable.indexOf(lost), 1)
  return { lasting, draw, remove }
}

const hasAccess = ({ role }: Caller, { access }: CallContract) =>
  access === 'open' || (role !== null && (access === 'signedIn' || access.includes(role)))

/** Where the callers' requests go. */
export interface Target {
  url: string
  /** As the owner. */
  databaseUrl: string
}

/**
 * Logs a caller in, after clearing the login throttle.
 * @returns the reason of the refusal, or its sentence; empty when the login succeeded
 */
export async function logIn(target: Target, who: Caller): Promise<string> {
  const secondFactor = await totpCodeOf(target, who.name, 'secret')
  await queryRows(target.databaseUrl, 'delete from login_throttle')
  const { call } = createTestClient({ post: fetchFrom(target.url), now: () => new Date() })
  const fields = { user: emailOf(who.name), password: who.password, secondFactor }
  const { responseHeader, user, loyalties } = await call(login, fields)
  const isIn = responseHeader.responseCode === OK
  who.token = isIn ? user.userSessionToken : ''
  who.learnt.loyalties = isIn ? loyalties.map(({ loyaltyCode }) => loyaltyCode) : []
  return isIn ? '' : (responseHeader.reason ?? responseHeader.responseDescription)
}

/**
 * The current TOTP code of a caller; resets the last used step and the wrong codes, so that the code is accepted again.
 * @param column the confirmed secret, or the one that waits for its confirmation
 * @returns empty without a second factor
 */
export async function totpCodeOf(
  { databaseUrl }: Target,
  name: string,
  column: 'secret' | 'pending_secret',
): Promise<string> {
  const [row] = await queryRows<{ personId: string; stored: string }>(
    databaseUrl,
    `update second_factor set last_step = 0, wrong_codes = 0, next_code_at = null
     where person_id = (select id from person where email = $1) and confirmed_at is not null
     returning person_id as "personId", coalesce(${column}, secret) as stored`,
    [emailOf(name)],
  )
  if (!row) return ''
  const secret = decryptSecret({ secret: SECRET, production: false }, row) ?? ''
  return TOTP.generate({ secret: Secret.fromBase32(secret) })
}
