import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { objects } from '#contract/operator/objects.ts'
import { heartbeat } from '#contract/station/heartbeat.ts'
import { rotateTerminalKey } from '#contract/station/rotateTerminalKey.ts'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { confirmSecondFactor } from '#contract/user/confirmSecondFactor.ts'
import { login } from '#contract/user/login.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { roles } from '#contract/user/roles.ts'
import { updatePassword } from '#contract/user/updatePassword.ts'
import { revokeTerminal } from '#db/stations/terminals.ts'
import { traceHash } from '#server/http/refusalTrace.ts'
import { createLogger } from '#server/log.ts'
import {
  codesIn,
  freshCode,
  PASSWORD,
  startTestServer,
  type TestServer,
} from '#testing/harness/testServer.ts'
import { createTerminalKey, enrolTestTerminal } from '#testing/station/testTerminal.ts'

const FEDE = 'fede@demo.surtidor.uy'
const DIEGO = 'diego@demo.surtidor.uy'
const UNKNOWN = 'canario.sin.cuenta@correo.example'
const GUESS = 'canta-el-canario'

interface Line {
  level: number
  event: string
  call?: string
  account?: string
  address?: string
  reqId?: string
}

let server: TestServer
let written: string[]
const lines = () =>
  written
    .join('')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
const warnings = () => lines().filter(({ level }) => level === 40)
const events = () => warnings().map(({ event }) => event)

/** A server behind a proxy that names the client's address. */
async function start(callsPerMinute = 0): Promise<void> {
  written = []
  const log = createLogger('info', { write: (line) => void written.push(line) })
  server = await startTestServer({
    given: { log },
    config: { trustProxy: 'loopback', callsPerMinute },
  })
}
const counted = async () => {
  const { values } = await server.context.metrics.refused.get()
  return Object.fromEntries(
    values.filter(({ value }) => value > 0).map(({ labels, value }) => [labels.reason, value]),
  ) as Partial<Record<string, number>>
}
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const hashOf = (kind: string, text: string) => traceHash(server.context, kind, text)

describe('the trace of an attack', () => {
  beforeEach(() => start())
  afterEach(() => server.close())

  test('is one line and one count for each refused login, password, code, factor, role and 429, without a word of them', async () => {
    const thief = '203.0.113.77'
    const logIn = (user: string, password: string) =>
      server.stranger.call(login, { user, password }, from(thief))
    for (let i = 0; i < 7; i++) await logIn(` ${FEDE.toUpperCase()}`, `${GUESS} ${i}`)
    for (let i = 0; i < 3; i++) await logIn(UNKNOWN, `${GUESS} ${i}`)
    expect(await counted()).toEqual({ login: 8, throttle: 2 })

    // An operator's password is known to the thief: guesses of its factor, and calls without it.
    const half = await logIn(DIEGO, PASSWORD)
    const awaiting = server.session(half.user.userSessionToken)
    for (let i = 0; i < 6; i++)
      await awaiting.call(confirmSecondFactor, { code: `00000${i}` }, from(thief))
    await awaiting.call(membershipRequestList, {}, from(thief))

    // A session of a driver: calls of operators, and guesses of the password, each sent twice.
    server.wait(61_000)
    const fede = await server.as('fede')
    await fede.call(objects, { kind: 'day' }, from(thief))
    const guess = { user: FEDE, password: 'una nueva bien larga', currentPassword: GUESS }
    for (let i = 0; i < 3; i++) await fede.call(updatePassword, guess, from(thief))

    await server.stranger.call(resetPassword, { user: FEDE }, from(thief))
    const { token } = codesIn((await server.mailsTo(FEDE))[0] as never)
    const reset = { user: FEDE, password: 'una nueva bien larga' }
    for (const code of ['AAAA-0000', 'A'.repeat(43), token])
      await server.stranger.call(confirmResetPassword, { ...reset, code }, from(thief))
    await server.stranger.call(confirmAddUser, { user: UNKNOWN, code: 'AAAA-0000' }, from(thief))

    expect(await counted()).toEqual({
      login: 8,
      throttle: 3,
      second_factor: 5,
      second_factor_missing: 1,
      role: 1,
      password: 3,
      code: 3,
    })
    const total: Record<string, number> = {}
    for (const event of events()) total[event] = (total[event] ?? 0) + 1
    expect(total).toEqual({
      'auth.login_refused': 8,
      'auth.throttled': 3,
      'auth.second_factor_refused': 5,
      'auth.second_factor_missing': 1,
      'auth.role_refused': 1,
      'auth.password_refused': 3,
      'auth.code_refused': 3,
    })
    // One address; one hash per account, whether the call names it or its session has it.
    expect(new Set(warnings().map(({ address }) => address))).toEqual(
      new Set([hashOf('address', thief)]),
    )
    expect(new Set(warnings().map(({ account }) => account))).toEqual(
      new Set([FEDE, UNKNOWN, DIEGO].map((email) => hashOf('account', email))),
    )
    const byRequest = new Map(lines().map(({ reqId, event }) => [reqId, event]))
    expect(warnings().every(({ reqId }) => byRequest.has(reqId))).toBe(true)
    for (const canary of [thief, '203.0.113', 'canario', FEDE, DIEGO, 'fede', GUESS, token])
      expect(written.join('').toLowerCase()).not.toContain(canary.toLowerCase())
    for (const secret of [half.user.userSessionToken, fede.token, 'AAAA-0000', '000001', PASSWORD])
      expect(written.join('')).not.toContain(secret)
  })

  test('names the key of a refused signature, and counts a replay with other content', async () => {
    const terminal = await enrolTestTerminal(server)
    const { keyid } = terminal.key
    const header = { auditNumber: 'lote-1' }
    await terminal.call(heartbeat, {}, { header })
    const { publicKey } = createTerminalKey()
    await terminal.call(rotateTerminalKey, { publicKey }, { header })
    await terminal.call(heartbeat, {}, { headers: { 'content-digest': 'sha-256=:AA==:' } })
    await revokeTerminal(server.context.db, terminal.id, { actorId: null, now: new Date() })
    await terminal.call(heartbeat, {})
    await server.stranger.call(heartbeat, {})
    expect(await counted()).toEqual({ replay: 1, terminal: 2 })
    expect(warnings()).toEqual([
      expect.objectContaining({ event: 'auth.replay_refused', call: 'rotateTerminalKey', keyid }),
      expect.objectContaining({ event: 'auth.terminal_refused', call: 'heartbeat', keyid }),
      expect.objectContaining({ event: 'auth.terminal_refused', call: 'heartbeat', keyid }),
    ])
  })

  test('groups the addresses of one /64 network, and an IPv4 address however it is written', async () => {
    const addressOf = async (address: string) => {
      written.length = 0
      await server.stranger.call(login, { user: UNKNOWN, password: 'x' }, from(address))
      server.wait(61_000)
      return warnings()[0]?.address
    }
    const one = await addressOf('2001:db8:1:2::1')
    expect(one).toMatch(/^[\da-f]{16}$/)
    expect(await addressOf('2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe(one)
    expect(await addressOf('2001:db8:1:3::1')).not.toBe(one)
    expect(await addressOf('::ffff:203.0.113.9')).toBe(await addressOf('203.0.113.9'))
  })

  test('records no guess for a right login, a call without a session, and invalid fields', async () => {
    const fede = await server.as('fede')
    await fede.call(roles, {})
    await server.stranger.call(roles, {})
    await server.stranger.call(login, { user: FEDE } as never)
    const code = await freshCode(server.context, DIEGO)
    await server.stranger.call(login, { user: DIEGO, password: PASSWORD, secondFactor: code })
    expect(warnings()).toEqual([])
    expect(await counted()).toEqual({})
  })

  test('survives a body of any shape', async () => {
    for (const user of [null, 7, ['x'], { email: 7 }, { email: null }, 'x'.repeat(10_000)])
      await server.stranger.call(login, { user, password: 'x' } as never)
    for (const body of ['null', '7', '[]', '{}']) {
      const answer = await server.stranger.call(login, {} as never, { body })
      expect(answer.status).toBeLessThan(500)
    }
  })

  test('is the same hash in every process of a service, and another one under another secret', () => {
    const config = { ...server.context.config }
    const hash = traceHash({ config }, 'account', FEDE)
    expect(traceHash({ config: { ...config } }, 'account', FEDE)).toBe(hash)
    expect(traceHash({ config }, 'address', FEDE)).not.toBe(hash)
    const other = { ...config, secret: 'another secret of tests, long enough' }
    expect(traceHash({ config: other }, 'account', FEDE)).not.toBe(hash)
  })
})

describe('the trace of a flood', () => {
  beforeEach(() => start(5))
  afterEach(() => server.close())

  test('has one line and one count for each request over the limit of its address', async () => {
    const flood = '198.51.100.4'
    for (let i = 0; i < 12; i++) await server.stranger.call(roles, {}, from(flood))
    await server.stranger.call(roles, {}, from('198.51.100.5'))
    expect(await counted()).toEqual({ rate_limit: 7 })
    expect(events()).toEqual(Array.from({ length: 7 }, () => 'http.rate_limited'))
    expect(new Set(warnings().map(({ address }) => address)).size).toBe(1)
    expect(written.join('')).not.toContain(flood)
  })
})
