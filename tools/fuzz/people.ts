import { Secret, TOTP } from 'otpauth'
import { requestHeader } from '#contract/header.ts'
import { ADMINISTRADOR, PETROBRAS, type RoleCode, UBER, USER } from '#contract/roles.ts'
import { pathOf, type Service } from '#contract/service.ts'
import { login } from '#contract/user/login.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import { DEMO_PASSWORD } from '#db/demo/demoPeople.ts'
import { decryptSecret } from '#server/auth/totp.ts'
import type { Post } from '#tools/fuzz/rawHttpClient.ts'
import { SECRET, type FuzzEnvironment } from '#tools/fuzz/environment.ts'

/** What was read in real answers, and is asked about again. */
export type LearnedIds = 'requests' | 'loyalties' | 'debts' | 'tokens' | 'returns' | 'notifications'

/** Somebody who calls. */
export interface Person {
  /** Before the at sign; empty: without a session. */
  name: string
  role: RoleCode | null
  password: string
  token: string
  /** Whether their account may be lost on the way: deleted, or its password changed to noise. */
  expendable: boolean
  learnt: Record<LearnedIds, string[]>
}

export const emailOf = (name: string) => `${name}@demo.surtidor.uy`
const driver = (number: number) => `driver${String(number).padStart(5, '0')}`

const person = (name: string, role: RoleCode | null, expendable = false): Person => ({
  name,
  role,
  password: DEMO_PASSWORD,
  token: '',
  expendable,
  learnt: { requests: [], loyalties: [], debts: [], tokens: [], returns: [], notifications: [] },
})

/** Everybody of a run: two without a session, those who must be there to the end, and a pool of those who need not. */
export function openPeople() {
  const nobody = person('', null)
  const dead = { ...person('', null), token: 'x'.repeat(43) }
  const kept = [
    person('ana', USER),
    person('fede', USER),
    person(driver(1), USER),
    person('carla', UBER),
    person('diego', PETROBRAS),
    person('elena', ADMINISTRADOR),
  ]
  const pool = Array.from({ length: 30 }, (_, place) => person(driver(11 + place), USER, true))
  /** Half of the time one who may, so that all the work is reached and not its gate alone. */
  const draw = (luck: SeededRandom, service: Service): Person => {
    const [inPool = nobody] = pool
    if (TAKES_AN_ACCOUNT.has(service.name) && luck.bool(0.5)) return inPool
    const all = [nobody, dead, ...kept, inPool]
    const may = all.filter((one) => mayCall(one, service))
    return luck.oneOf(luck.bool(0.5) ? may : all)
  }
  return { kept, draw, lose: (one: Person) => pool.splice(pool.indexOf(one), 1) }
}
const TAKES_AN_ACCOUNT = new Set(['deleteAccount', 'updatePassword', 'removeMembership'])

/** Names that nobody else of a run uses: to log in as, and to mail codes to. */
export const BYSTANDER = driver(2)
export const FORGETFUL = [3, 4, 5, 6, 7, 8, 9, 10].map(driver)

const mayCall = ({ role }: Person, { access }: Service) =>
  access === 'open' || (role !== null && (access === 'signedIn' || access.includes(role)))

/**
 * A session for somebody, whatever was guessed of them before.
 * @returns what the server said against it; empty: they are in
 */
export async function logIn(world: FuzzEnvironment, post: Post, who: Person): Promise<string> {
  const secondFactor = await codeOf(world, who.name, 'secret')
  await world.owner.query('delete from login_throttle')
  const body = {
    requestHeader: headerOf('', Math.random()),
    user: emailOf(who.name),
    password: who.password,
    secondFactor,
  }
  const heard = await post({
    path: `/api/${pathOf(login)}`,
    body: Buffer.from(JSON.stringify(body)),
    type: 'text/plain',
  })
  if (heard.status !== 200) return `HTTP ${heard.status}`
  const { user, loyalties, responseHeader } = JSON.parse(heard.text) as {
    user?: { userSessionToken: string }
    loyalties?: { loyaltyCode: string }[]
    responseHeader: { responseDescription: string }
  }
  who.token = user?.userSessionToken ?? ''
  who.learnt.loyalties = loyalties?.map(({ loyaltyCode }) => loyaltyCode) ?? []
  return user ? '' : responseHeader.responseDescription
}

export const headerOf = (token: string, random: number) =>
  requestHeader({ now: new Date(), random, platform: 'a', token })

/** A code of now, as if none had been used: of the factor in force, or of the one that is to be; empty without any. */
export async function codeOf(
  { owner }: FuzzEnvironment,
  name: string,
  column: 'secret' | 'pending_secret',
): Promise<string> {
  const { rows } = await owner.query<{ kept: string }>(
    `update second_factor set last_step = 0
     where person_id = (select id from person where email = $1) and confirmed_at is not null
     returning coalesce(${column}, secret) as kept`,
    [emailOf(name)],
  )
  if (!rows[0]) return ''
  return TOTP.generate({ secret: Secret.fromBase32(decryptSecret(SECRET, rows[0].kept)) })
}
