import type { CallContract } from '#contract/call.ts'
import type { ObjectAction } from '#contract/console/objectPage.ts'
import { OK } from '#contract/responseCodes.ts'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER, USER } from '#contract/roles.ts'
import { login } from '#contract/user/login.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import { currentCode } from '#lab/console/operator.ts'
import type { WireTarget } from '#lab/wire/wireTarget.ts'
import { queryRows } from '#testing/harness/databaseChecks.ts'
import { PASSWORD } from '#testing/harness/population.ts'
import { createTestClient } from '#testing/harness/testClient.ts'
import type { TerminalKey } from '#testing/station/testTerminal.ts'

/** A person with a session, a terminal, or a caller without an account. */
export type Caller = ReturnType<typeof createCaller>

const OPERATORS: readonly [role: RoleCode, name: string][] = [
  [UBER, 'carla'],
  [PETROBRAS, 'diego'],
  [ADMINISTRADOR, 'elena'],
]
const DRIVERS_AT_A_TIME = 4
const OPERATOR_TRIES = 5
const INVALID_TOKEN = 'x'.repeat(43)

const createCaller = (
  role: RoleCode | null,
  { email = '', token = '', key }: { email?: string; token?: string; key?: TerminalKey } = {},
) => ({
  role,
  email,
  token,
  /** With which a terminal signs. */
  key,
  /** Texts that the server has answered to this person, by the name of the field that takes them. */
  known: new Map<string, string[]>(),
  /** The objects of the console that were answered to this person, and the forms of their actions. */
  seen: [] as { kind: string; objectId: string; action?: ObjectAction }[],
})

/**
 * The callers of a run: without a session, with an invalid token, a terminal, operators, and a few
 * drivers. Another
 * driver takes the place of each whom a call has locked out.
 * @param till the key of the terminal, and the codes that members give there
 * @param failures receives the operators who cannot log in any more
 */
export function createCallers(
  { send, now, databaseUrl, payers }: WireTarget,
  { key, loyaltyCodes }: { key: TerminalKey; loyaltyCodes: string[] },
  failures: string[],
) {
  const spare = [...payers]
  const nextDriver = () => spare.shift()?.email ?? ''
  const operators = OPERATORS.map(([role, name]) =>
    createCaller(role, { email: `${name}@demo.surtidor.uy` }),
  )
  const ofDrivers = Array.from({ length: DRIVERS_AT_A_TIME }, () =>
    createCaller(USER, { email: nextDriver() }),
  )
  const terminal = createCaller(null, { key })
  terminal.known.set('loyaltyCode', loyaltyCodes)
  const all = [
    createCaller(null),
    createCaller(null, { token: INVALID_TOKEN }),
    terminal,
    ...operators,
    ...ofDrivers,
  ]
  const logins = new Map<Caller, Promise<void>>()
  const anonymous = createTestClient({ post: send, now })

  async function logIn(who: Caller): Promise<void> {
    for (let tries = 1; who.email; tries += 1) {
      // The wrong passwords and codes of earlier requests, and a used code, would refuse the login.
      await queryRows(databaseUrl, 'delete from login_delay')
      await queryRows(databaseUrl, 'delete from rate_limit')
      // Every message that waits has a photo to look at, until an answer deletes it.
      await queryRows(
        databaseUrl,
        `insert into contact_picture select id, 'x', 'image/jpeg', '1990-01-01', at
          from contact_message where state = 'RECEIVED' for key share on conflict do nothing`,
      )
      // Claims wait for an operator at once, without the days for the till's report.
      await queryRows(
        databaseUrl,
        "update purchase_claim set operator_from = at where state = 'waiting'",
      )
      // The last of these: other requests show codes meanwhile.
      await queryRows(
        databaseUrl,
        'update second_factor set last_step = 0, wrong_codes = 0, next_code_at = null',
      )
      const isDriver = who.role === USER
      const secondFactor = isDriver ? '' : currentCode(now())
      const fields = { user: who.email, password: PASSWORD, secondFactor }
      const { responseHeader, user } = await anonymous.call(login, fields)
      if (responseHeader.responseCode === OK) {
        who.token = user.userSessionToken
        const waiting = 'select message_id as id from contact_picture limit 20'
        const pictures = await queryRows<{ id: string }>(databaseUrl, waiting)
        const own = await ownTexts(databaseUrl, who.email)
        who.known = new Map([
          ['user', [who.email]],
          ['messageId', pictures.map(({ id }) => id)],
          ['loyaltyCode', own.flatMap(({ code }) => code)],
          ['movementsRrn', own.flatMap(({ rrns }) => rrns)],
        ])
        return
      }
      // Another request may have used the code meanwhile.
      if (!isDriver && tries < OPERATOR_TRIES) continue
      if (!isDriver) failures.push(`${who.email} no puede ingresar: ${responseHeader.reason}`)
      who.email = isDriver ? nextDriver() : ''
    }
  }

  return {
    /** Half of the draws are limited to callers with access, so that handlers are reached often enough. */
    async draw(random: SeededRandom, { access }: CallContract): Promise<Caller> {
      const allowed = all.filter(
        ({ role, key: signs }) =>
          access === 'open' ||
          (access === 'terminal' && signs) ||
          (role !== null && (access === 'signedIn' || access.includes(role))),
      )
      const who = random.oneOf(random.bool(0.5) ? allowed : all)
      if (who.token !== '') return who
      // Concurrent requests share one login.
      const pending = logins.get(who) ?? logIn(who).finally(() => logins.delete(who))
      logins.set(who, pending)
      await pending
      return who
    },
  }
}

/** The loyalties of a person, each with its newest purchases: a list of either is answered too seldom in a run. */
const ownTexts = (databaseUrl: string, email: string) =>
  queryRows<{ code: string; rrns: string[] }>(
    databaseUrl,
    `select l.code, array(select m.rrn from movement m where m.loyalty_code = l.code
        order by m.at desc limit 5) as rrns
      from loyalty l join person p on p.id = l.person_id where p.email = $1 and l.ended_at is null`,
    [email],
  )

const MAX_KNOWN = 20

/**
 * Stores the texts of an answer; the `id` of an item of `messages` as that of a `messageId`, the `rrn` of
 * one of `movements` as `movementsRrn`.
 */
export function learn(known: Caller['known'], value: unknown, name = ''): void {
  if (typeof value === 'string' && value !== '')
    known.set(name, [value, ...(known.get(name) ?? [])].slice(0, MAX_KNOWN))
  else if (Array.isArray(value))
    for (const item of value.slice(0, MAX_KNOWN)) learn(known, item, name)
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value))
      learn(
        known,
        inner,
        key === 'id' ? `${name.replace(/s$/, '')}Id` : key === 'rrn' ? `${name}Rrn` : key,
      )
}

/** A copy of the fields in which most texts are such that the server has answered under the same name. */
export function withKnown(
  known: Caller['known'],
  value: unknown,
  random: SeededRandom,
  name = '',
): unknown {
  if (typeof value === 'string') {
    const texts = known.get(name) ?? []
    return texts.length > 0 && random.bool(0.8) ? random.oneOf(texts) : value
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withKnown(known, inner, random, key)]),
  )
}
