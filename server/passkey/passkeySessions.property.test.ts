import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CHALLENGE_LIFETIME, type RequestOptions } from '#contract/entities/passkey.ts'
import type { Assertion } from '#contract/fields/passkeyCredential.ts'
import { loginPasskey } from '#contract/passkey/loginPasskey.ts'
import { loginPasskeyOptions } from '#contract/passkey/loginPasskeyOptions.ts'
import { passkeys } from '#contract/passkey/passkeys.ts'
import { registerPasskey } from '#contract/passkey/registerPasskey.ts'
import { registerPasskeyOptions } from '#contract/passkey/registerPasskeyOptions.ts'
import { removePasskey } from '#contract/passkey/removePasskey.ts'
import { secondFactorPasskey } from '#contract/passkey/secondFactorPasskey.ts'
import { secondFactorPasskeyOptions } from '#contract/passkey/secondFactorPasskeyOptions.ts'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { endSession } from '#contract/user/endSession.ts'
import { login } from '#contract/user/login.ts'
import { logout } from '#contract/user/logout.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import { userData } from '#contract/user/userData.ts'
import { CODE_LIFETIME_MS } from '#server/mail/queueEmail.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { signInBy } from '#testing/harness/passkeySteps.ts'
import {
  createPasskey,
  type SoftPasskey,
  signChallenge,
} from '#testing/harness/softAuthenticator.ts'
import { codesIn, PASSWORD, type Person, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

interface ModelSession {
  person: Person
  live: boolean
}
interface ModelPasskey {
  id: string
  device: SoftPasskey
  /** `removed` by its owner, or `reset` with the password. */
  state: 'inForce' | 'removed' | 'reset'
}
interface Challenge {
  options: RequestOptions
  /** The token of the session that it was made for; empty: a login. */
  token: string
  expiresAt: number
  used: boolean
}
/** A driver's account as the calls before have left it, each list with the newest first. */
interface Model {
  user: string
  password: string
  sessions: ModelSession[]
  passkeys: ModelPasskey[]
  challenges: Challenge[]
  /** The last assertion that was sent to the login. */
  sent: Assertion | null
}

const NEW_PASSWORDS = [
  'otra nafta del cielo',
  'una ruta sin peajes',
  'tres termos de mate',
] as const
/** The longest wait after a refused assertion. */
const LONGEST_DELAY_MS = 60_000
const MAX_IN_MODEL = 4

const code = ({ responseHeader }: { responseHeader: { responseCode: string } }) =>
  responseHeader.responseCode
const at = (token: string) => server.session(token)
/** The answer that a session gets: the code, or 88 after its end. */
const expected = ({ live }: ModelSession, ifLive: string) => (live ? ifLive : '88')
const drawn = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length]
const isUsable = ({ used, expiresAt }: Challenge) =>
  !used && server.context.now().getTime() < expiresAt

function addChallenge({ challenges }: Model, options: RequestOptions, token: string): void {
  const expiresAt = server.context.now().getTime() + CHALLENGE_LIFETIME
  challenges.unshift({ options, token, expiresAt, used: false })
}

/** The events of the account; `one` and `two` draw from the model's lists. */
const ACTIONS = {
  async addPasskey(model: Model, one: number) {
    const session = drawn(model.sessions, one)
    if (!session || model.passkeys.length >= MAX_IN_MODEL) return
    const { password } = model
    const prepared = await session.person.call(registerPasskeyOptions, { password })
    expect(code(prepared)).toBe(expected(session, '00'))
    if (!session.live) return
    const { passkey: device, credential } = createPasskey(prepared.options)
    const { passkey } = await session.person.call(registerPasskey, { credential })
    model.passkeys.unshift({ id: passkey.passkeyId, device, state: 'inForce' })
  },
  async removePasskey(model: Model, one: number, two: number) {
    const session = drawn(model.sessions, one)
    const passkey = drawn(model.passkeys, two)
    if (!session || !passkey) return
    const answer = await session.person.call(removePasskey, { passkeyId: passkey.id })
    expect(code(answer)).toBe(expected(session, passkey.state === 'inForce' ? '00' : '05'))
    if (session.live && passkey.state === 'inForce') passkey.state = 'removed'
  },
  async makeLoginChallenge(model: Model) {
    addChallenge(model, (await server.stranger.call(loginPasskeyOptions, {})).options, '')
  },
  async makeSessionChallenge(model: Model, one: number) {
    const session = drawn(model.sessions, one)
    if (!session) return
    const answer = await session.person.call(secondFactorPasskeyOptions, {})
    expect(code(answer)).toBe(expected(session, '00'))
    if (session.live) addChallenge(model, answer.options, session.person.token)
  },
  async signIn(model: Model, one: number, two: number) {
    const passkey = drawn(model.passkeys, one)
    const challenge = drawn(model.challenges, two)
    if (!passkey || !challenge) return
    const credential = signChallenge(passkey.device, challenge.options)
    model.sent = credential
    const answer = await server.stranger.call(loginPasskey, { credential })
    const accepted = passkey.state === 'inForce' && challenge.token === '' && isUsable(challenge)
    expect(code(answer)).toBe(accepted ? '00' : '05')
    if (accepted) {
      challenge.used = true
      model.sessions.unshift({ person: at(answer.user.userSessionToken), live: true })
    } else server.wait(LONGEST_DELAY_MS)
  },
  async repeatSignIn({ sent }: Model) {
    if (!sent) return
    expect(code(await server.stranger.call(loginPasskey, { credential: sent }))).toBe('05')
    server.wait(LONGEST_DELAY_MS)
  },
  async signInByCopy({ passkeys: all }: Model, one: number) {
    const passkey = drawn(all, one)
    if (!passkey) return
    const copy = { ...passkey.device, counter: 0 }
    expect(code(await signInBy(server, copy))).toBe('05')
    server.wait(LONGEST_DELAY_MS)
  },
  async showInSession(model: Model, one: number, two: number) {
    const session = drawn(model.sessions, one)
    const passkey = drawn(model.passkeys, two)
    const ofSessions = model.challenges.filter(({ token }) => token !== '')
    const challenge = drawn(ofSessions, one) ?? drawn(model.challenges, one)
    if (!session || !passkey || !challenge) return
    const credential = signChallenge(passkey.device, challenge.options)
    const answer = await session.person.call(secondFactorPasskey, { credential })
    const isOfSession = challenge.token === session.person.token
    const accepted = passkey.state === 'inForce' && isOfSession && isUsable(challenge)
    expect(code(answer)).toBe(expected(session, accepted ? '00' : '05'))
    if (!session.live) return
    if (!accepted) return server.wait(LONGEST_DELAY_MS)
    challenge.used = true
    await renew(session, answer.userSessionToken)
  },
  async signInByPassword({ user, password, sessions }: Model) {
    const answer = await server.stranger.call(login, { user, password })
    sessions.unshift({ person: at(answer.user.userSessionToken), live: true })
  },
  async changePassword(model: Model, one: number, two: number) {
    const session = drawn(model.sessions, one)
    if (!session) return
    const { user, password: currentPassword } = model
    const password = drawn(NEW_PASSWORDS, two) ?? ''
    const fields = { user, password, currentPassword }
    const answer = await session.person.call(updatePassword, fields)
    expect(code(answer)).toBe(expected(session, '00'))
    if (!session.live) return
    model.password = password
    for (const other of model.sessions) if (other !== session) other.live = false
    await renew(session, answer.userSessionToken ?? '')
  },
  async resetPassword(model: Model, one: number) {
    // Until another email is sent whatever was sent before.
    server.wait(CODE_LIFETIME_MS + 1)
    model.password = drawn(NEW_PASSWORDS, one) ?? ''
    expect(code(await reset(model.user, model.password))).toBe('00')
    for (const session of model.sessions) session.live = false
    for (const passkey of model.passkeys) if (passkey.state === 'inForce') passkey.state = 'reset'
  },
  async logout({ sessions }: Model, one: number) {
    const session = drawn(sessions, one)
    if (!session) return
    await session.person.call(logout, {})
    session.live = false
  },
  async endOtherSessions({ sessions }: Model, one: number) {
    const session = drawn(sessions, one)
    if (!session) return
    expect(code(await session.person.call(endSession, {}))).toBe(expected(session, '00'))
    if (!session.live) return
    for (const other of sessions) if (other !== session) other.live = false
  },
  async wait() {
    server.wait(CHALLENGE_LIFETIME / 2)
  },
}

/** The session continues with its new token, and the old one is invalid. */
async function renew(session: ModelSession, token: string): Promise<void> {
  expect(code(await session.person.call(userData, {}))).toBe('88')
  session.person = at(token)
}

async function reset(user: string, password: string) {
  await server.stranger.call(resetPassword, { user })
  const mail = (await server.mailsTo(user)).find(({ subject }) => /Elegí una/.test(subject))
  const { token } = codesIn(mail ?? { text: '' })
  return await server.stranger.call(confirmResetPassword, { user, password, code: token })
}

/** Each session is live or ended, and each passkey listed or not, as the model says. */
async function check({ sessions, passkeys: all }: Model): Promise<void> {
  for (const { person, live } of sessions)
    expect(code(await person.call(userData, {}))).toBe(live ? '00' : '88')
  const open = sessions.find(({ live }) => live)
  if (!open) return
  const listed = (await open.person.call(passkeys, {})).passkeys.map(({ passkeyId }) => passkeyId)
  const inForce = all.filter(({ state }) => state === 'inForce').map(({ id }) => id)
  expect(listed.toSorted()).toEqual(inForce.toSorted())
}

type Action = keyof typeof ACTIONS
const WEIGHTS: Partial<Record<Action, number>> = {
  addPasskey: 3,
  makeLoginChallenge: 4,
  signIn: 5,
  makeSessionChallenge: 3,
  showInSession: 3,
}
/** Mostly the newest. */
const index = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat(5))
const step = fc.record({
  action: fc.oneof(
    ...(Object.keys(ACTIONS) as Action[]).map((action) => ({
      weight: WEIGHTS[action] ?? 1,
      arbitrary: fc.constant(action),
    })),
  ),
  one: index,
  two: index,
})

let accounts = 0
async function newModel(): Promise<Model> {
  const name = `llavero${++accounts}`
  const person = await createPersonLike(server, name, 'fede')
  const sessions = [{ person, live: true }]
  const user = `${name}@demo.surtidor.uy`
  const model = { user, password: PASSWORD, sessions, passkeys: [], challenges: [], sent: null }
  await ACTIONS.addPasskey(model, 0)
  return model
}
const first = (action: Action) => ({ action, one: 0, two: 0 })

describe('passkeys and the sessions of a driver', () => {
  test('S14: open and keep what the calls before allow, in any order of calls', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), async (steps) => {
        const model = await newModel()
        for (const { action, one, two } of steps) {
          await ACTIONS[action](model, one, two)
          await check(model)
        }
      }),
      {
        numRuns: 25,
        examples: [
          [[first('makeLoginChallenge'), first('signIn'), first('removePasskey'), first('signIn')]],
          [[first('makeLoginChallenge'), first('resetPassword'), first('signIn')]],
          [[first('makeSessionChallenge'), first('showInSession'), first('signIn')]],
        ],
      },
    )
  })
})
