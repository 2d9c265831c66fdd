import * as fc from 'fast-check'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { enrolSecondFactor } from '#contract/user/enrolSecondFactor.ts'
import { login } from '#contract/user/login.ts'
import { logout } from '#contract/user/logout.ts'
import { userData } from '#contract/user/userData.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { freshCode, PASSWORD, type Person, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

type State = 'shown' | 'notShown' | 'ended'
interface ModelSession {
  person: Person
  state: State
}
/** An operator, what is known of each of their sessions, and the code that was used last. */
interface Model {
  user: string
  sessions: ModelSession[]
  usedCode: string
}

const at = (token: string) => server.session(token)
/** A code of a time step that was not used yet. */
async function nextCode({ user }: Model) {
  server.wait(60_000)
  return await freshCode(server.context, user)
}

/** Longer than the wait after as many wrong codes as one run sends. */
const WAIT_MS = 5 * 60_000

/** The actions of an operator; `index` draws one of the sessions. */
const ACTIONS = {
  async login({ user, sessions }: Model) {
    const answer = await server.stranger.call(login, { user, password: PASSWORD })
    sessions.push({ person: at(answer.user.userSessionToken), state: 'notShown' })
  },
  async loginWithCode(model: Model) {
    const { user, sessions } = model
    const secondFactor = await nextCode(model)
    const answer = await server.stranger.call(login, { user, password: PASSWORD, secondFactor })
    sessions.push({ person: at(answer.user.userSessionToken), state: 'shown' })
    model.usedCode = secondFactor
  },
  async replayAtLogin({ user, usedCode }: Model) {
    if (usedCode === '') return
    const fields = { user, password: PASSWORD, secondFactor: usedCode }
    const { responseHeader } = await server.stranger.call(login, fields)
    expect(responseHeader.responseCode).toBe('05')
    server.wait(WAIT_MS)
  },
  async show(model: Model, index: number) {
    const session = model.sessions[index % model.sessions.length]
    if (!session) return
    const code = await nextCode(model)
    const answer = await session.person.call(confirmSecondFactor, { code })
    expect(answer.responseHeader.responseCode).toBe(session.state === 'ended' ? '88' : '00')
    if (session.state === 'ended') return
    model.usedCode = code
    await renew(session, answer.userSessionToken)
  },
  async replay({ sessions, usedCode }: Model, index: number) {
    const session = sessions[index % sessions.length]
    if (!session || usedCode === '') return
    const { responseHeader } = await session.person.call(confirmSecondFactor, { code: usedCode })
    expect(responseHeader.responseCode).toBe(session.state === 'ended' ? '88' : '05')
    server.wait(WAIT_MS)
  },
  async replace(model: Model, index: number) {
    const session = model.sessions[index % model.sessions.length]
    if (!session) return
    const secondFactor = await nextCode(model)
    const fields = { password: PASSWORD, secondFactor }
    const { secret, responseHeader } = await session.person.call(enrolSecondFactor, fields)
    const expected = { shown: '00', notShown: '05', ended: '88' }[session.state]
    expect(responseHeader.responseCode).toBe(expected)
    if (session.state !== 'shown') return
    server.wait(60_000)
    const timestamp = server.context.now().getTime()
    const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
    const answer = await session.person.call(confirmSecondFactor, { code })
    for (const other of model.sessions) if (other !== session) other.state = 'ended'
    model.usedCode = code
    await renew(session, answer.userSessionToken)
  },
  async logout({ sessions }: Model, index: number) {
    const session = sessions[index % sessions.length]
    if (!session) return
    await session.person.call(logout, {})
    session.state = 'ended'
  },
}

/** The session continues with its new token, and the old one is invalid. */
async function renew(session: ModelSession, token: string): Promise<void> {
  const { responseHeader } = await session.person.call(userData, {})
  expect(responseHeader.responseCode).toBe('88')
  session.person = at(token)
  session.state = 'shown'
}

/** S1 and S9: what each session may do is what the model says. */
async function check({ sessions }: Model): Promise<void> {
  for (const { person, state } of sessions) {
    const { responseHeader } = await person.call(membershipRequestList, {})
    expect(responseHeader.responseCode).toBe({ shown: '00', notShown: '05', ended: '88' }[state])
    const answer = await person.call(userData, {})
    expect(answer.secondFactor).toBe(state === 'ended' ? undefined : state)
  }
}

const steps = fc.array(
  fc.record({
    action: fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])),
    index: fc.nat(9),
  }),
  { minLength: 4, maxLength: 12 },
)

const drawn = (action: keyof typeof ACTIONS) => ({ action, index: 0 })
const times = (length: number, action: keyof typeof ACTIONS) =>
  Array.from({ length }, () => drawn(action))

let runs = 0
describe('sessions of an operator', () => {
  test('S9: have their rights after the factor is shown and until they end, in any order of calls', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (actions) => {
        const name = `operator${++runs}`
        const model: Model = { user: `${name}@demo.surtidor.uy`, sessions: [], usedCode: '' }
        model.sessions.push({
          person: await createPersonLike(server, name, 'carla'),
          state: 'shown',
        })
        for (const { action, index } of actions) {
          await ACTIONS[action](model, index)
          await check(model)
        }
      }),
      {
        numRuns: 15,
        // Each wrong code after the fourth makes the next one wait.
        examples: [
          [[drawn('loginWithCode'), ...times(11, 'replay')]],
          [[drawn('loginWithCode'), ...times(10, 'replayAtLogin'), drawn('show')]],
        ],
      },
    )
  })

  test('one code that is shown many times at once raises one session', async () => {
    const person = await createPersonLike(server, 'racer', 'carla')
    const user = 'racer@demo.surtidor.uy'
    await person.call(logout, {})
    server.wait(60_000)
    const logins = await Promise.all(
      Array.from({ length: 4 }, () => server.stranger.call(login, { user, password: PASSWORD })),
    )
    const code = await freshCode(server.context, user)
    const answers = await Promise.all(
      logins.map((one) => at(one.user.userSessionToken).call(confirmSecondFactor, { code })),
    )
    const codes = answers.map(({ responseHeader }) => responseHeader.responseCode)
    expect(codes.toSorted()).toEqual(['00', '05', '05', '05'])
  })
})
