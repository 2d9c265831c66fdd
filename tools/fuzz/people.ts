import { Secret, TOTP } from 'otpauth'
import type { CallContract } from '#contract/call.ts'
import { CallError, client } from '#contract/client.ts'
import { requestHeader } from '#contract/header.ts'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER, USER } from '#contract/roles.ts'
import { login } from '#contract/user/login.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import { decryptSecret } from '#server/auth/totp.ts'
import { type FuzzEnvironment, SECRET } from '#tools/fuzz/environment.ts'
import { noPasskeys, type Passkeys } from '#tools/fuzz/passkeys.ts'
import type { RawResponse, SendRaw } from '#tools/fuzz/rawHttpClient.ts'

/** Kinds of ids that are read in answers and sent in later requests. */
export type LearnedIds =
  | 'requests'
  | 'loyalties'
  | 'debts'
  | 'tokens'
  | 'returns'
  | 'notifications'
  | 'messages'

/** A caller. */
export interface Person {
  /** The local part of the email; empty: without an account. */
  name: string
  role: RoleCode | null
  password: string
  token: string
  /** The headers with the cookies to which the session is bound, of an operator. */
  session: Record<string, string>
  /** Whether the run may delete the account, or change its password or its email. */
  expendable: boolean
  learnt: Record<LearnedIds, string[]>
  passkeys: Passkeys
}

export const emailOf = (name: string) => `${name}@demo.surtidor.uy`
const driver = (number: number) => `driver${String(number).padStart(5, '0')}`

const person = (name: string, role: RoleCode | null, expendable = false): Person => ({
  name,
  role,
  password: DEMO_PASSWORD,
  token: '',
  session: {},
  expendable,
  learnt: {
    requests: [],
    loyalties: [],
    debts: [],
    tokens: [],
    returns: [],
    notifications: [],
    messages: [],
  },
  passkeys: noPasskeys(),
})

/** The callers of a run: without a session, with an invalid token, the lasting accounts, and expendable ones. */
export function createPeople() {
  const anonymous = person('', null)
  const invalidToken = { ...person('', null), token: 'x'.repeat(43) }
  const lasting = [
    person('ana', USER),
    person('fede', USER),
    person(driver(1), USER),
    person('carla', UBER),
    person('diego', PETROBRAS),
    person('elena', ADMINISTRADOR),
  ]
  const expendable = Array.from({ length: 30 }, (_, index) =>
    person(driver(11 + index), USER, true),
  )
  /** Half of the draws are limited to callers with access, so that handlers are reached often enough. */
  const draw = (random: SeededRandom, contract: CallContract): Person => {
    const [firstExpendable = anonymous] = expendable
    if (NEEDS_EXPENDABLE.has(contract.name) && random.bool(0.75)) return firstExpendable
    const all = [anonymous, invalidToken, ...lasting, firstExpendable]
    const allowed = all.filter((each) => hasAccess(each, contract))
    return random.oneOf(random.bool(0.5) ? allowed : all)
  }
  const remove = (lost: Person) => expendable.splice(expendable.indexOf(lost), 1)
  return { lasting, draw, remove }
}
/** Calls that succeed only for an expendable account. */
const NEEDS_EXPENDABLE = new Set([
  'deleteAccount',
  'updatePassword',
  'removeMembership',
  'requestEmailChange',
  'confirmEmailChange',
])

/** An account that only the samples of `login` use. */
export const LOGIN_SAMPLE = driver(2)
/** Accounts that only the password resets use. */
export const RESET_SAMPLES = [3, 4, 5, 6, 7, 8, 9, 10].map(driver)

const hasAccess = ({ role }: Person, { access }: CallContract) =>
  access === 'open' || (role !== null && (access === 'signedIn' || access.includes(role)))

/**
 * Logs a person in, after clearing the login throttle.
 * @returns the reason of the refusal, or its sentence; empty when the login succeeded
 */
export async function logIn(
  environment: FuzzEnvironment,
  send: SendRaw,
  who: Person,
): Promise<string> {
  const secondFactor = await totpCodeOf(environment, who.name, 'secret')
  await environment.owner.query('delete from login_throttle')
  const call = client({
    base: '/api/',
    post: async (path, body) => {
      const response = await send({ path, body: Buffer.from(body), type: 'text/plain' })
      bindSession(who, response)
      return response
    },
    now: () => new Date(),
    random: Math.random,
  })
  try {
    const fields = { user: emailOf(who.name), password: who.password, secondFactor }
    const { user, loyalties } = await call(login, fields)
    who.token = user.userSessionToken
    who.learnt.loyalties = loyalties.map(({ loyaltyCode }) => loyaltyCode)
    return ''
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    who.token = ''
    who.learnt.loyalties = []
    return error.reason ?? error.message
  }
}

/** Stores the cookies of an answer that starts or renews a session. */
export function bindSession(who: Person, { cookies }: RawResponse): void {
  const pairs = cookies.map((cookie) => cookie.split(';', 1)[0] ?? '')
  const xsrf = pairs.find((pair) => /^[^=]*XSRF-TOKEN=./.test(pair))
  if (xsrf) who.session = { cookie: pairs.join('; '), 'x-xsrf-token': xsrf.split('=')[1] ?? '' }
}

export const headerOf = (token: string, random: number) =>
  requestHeader({ now: new Date(), random, platform: 'a', token })

/**
 * The current TOTP code of a person; resets the last used step and the wrong codes, so that the code is accepted again.
 * @param column the confirmed secret, or the one that waits for its confirmation
 * @returns empty without a second factor
 */
export async function totpCodeOf(
  { owner }: FuzzEnvironment,
  name: string,
  column: 'secret' | 'pending_secret',
): Promise<string> {
  const { rows } = await owner.query<{ personId: string; stored: string }>(
    `update second_factor set last_step = 0, wrong_codes = 0, next_code_at = null
     where person_id = (select id from person where email = $1) and confirmed_at is not null
     returning person_id as "personId", coalesce(${column}, secret) as stored`,
    [emailOf(name)],
  )
  if (!rows[0]) return ''
  const secret = decryptSecret({ secret: SECRET, production: false }, rows[0]) ?? ''
  return TOTP.generate({ secret: Secret.fromBase32(secret) })
}
