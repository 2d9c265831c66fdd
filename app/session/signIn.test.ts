import { beforeEach, describe, expect, test, vi } from 'vitest'
import { storage } from '#app/device/storage.ts'
import { createAppSession } from '#app/session/session.ts'
import { refreshUser, signIn } from '#app/session/signIn.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { USER } from '#contract/roles.ts'
import type { Call, CallOptions } from '#kit/api/apiClient.ts'
import { ApiError, noAnswer, transportError } from '#kit/api/apiError.ts'
import { createServerClock } from '#kit/api/serverClock.ts'
import { signOut } from '#shared/shell/signIn.ts'
import { aUser } from '#testing/fixtures/entities.ts'

const profile = aUser()
const credentials = { email: 'Ana@demo.surtidor.uy', password: 'demo-surtidor', remember: true }

const NOW = new Date('2026-11-20T12:00:00-03:00')

/** An app whose server accepts every call; `answers` can be changed call by call. */
function createApp() {
  const answers: Record<string, object> = {
    login: {
      user: { ...profile, userSessionToken: 'a-token' },
      loyalties: [],
      secondFactor: 'none',
    },
    roles: { list: [ROLES[USER]] },
    logout: {},
    userData: {
      user: { ...profile, firstName: 'Anita' },
      loyalties: [],
      roles: [],
      secondFactor: 'none',
    },
  }
  const calls: { name: string; params: object; options: CallOptions | undefined }[] = []
  const call = (async (contract, params, options) => {
    calls.push({ name: contract.name, params, options })
    const answer = answers[contract.name]
    if (answer instanceof Error) throw answer
    return answer
  }) as Call
  const lastingStorage = storage('localStorage')
  const tabStorage = storage('sessionStorage')
  const session = createAppSession({ lastingStorage, tabStorage })
  const clock = createServerClock(() => NOW)
  return { lastingStorage, tabStorage, session, call, clock, calls, answers }
}

beforeEach(() => {
  vi.stubGlobal('navigator', { userAgent: 'A browser' })
  const error = vi.spyOn(console, 'error').mockReturnValue()
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  return () => {
    vi.unstubAllGlobals()
    error.mockRestore()
    warn.mockRestore()
  }
})

describe('signIn', () => {
  test('calls login and, with the new token, roles; then starts the session', async () => {
    const app = createApp()
    await signIn(app, credentials)
    expect(app.calls.map(({ name }) => name)).toEqual(['login', 'roles'])
    const [login, roles] = app.calls
    expect(login?.params).toEqual({ user: credentials.email, password: credentials.password })
    expect(login?.options?.additionalData).toMatchObject({ platform: 'browser' })
    expect(roles?.options?.as).toEqual({ token: 'a-token', user: profile.email })
    expect(app.session.current()).toEqual({
      user: { ...profile, loyalties: [], roles: [ROLES[USER]] },
      userSessionToken: 'a-token',
      secondFactor: 'none',
      passwordTypedAt: NOW.getTime(),
    })
  })

  test('remembers the session beyond the browser only on request, and never the password', async () => {
    const app = createApp()
    await signIn(app, { ...credentials, remember: false })
    expect([app.lastingStorage.length, app.tabStorage.length]).toEqual([0, 1])
    await signIn(app, credentials)
    expect([app.lastingStorage.length, app.tabStorage.length]).toEqual([1, 0])
    expect(app.lastingStorage.getItem('currentUser')).not.toContain(credentials.password)
  })

  test.each(['login', 'roles'])('logs and throws an error of %s', async (name) => {
    const app = createApp()
    const error = new ApiError('05', 'El correo o la contraseña no son correctos.')
    app.answers[name] = error
    await expect(signIn(app, credentials)).rejects.toBe(error)
    expect(console.error).toHaveBeenCalledWith('Ocurrió un error al invocar login', error)
    expect([app.session.current(), app.lastingStorage.length]).toEqual([null, 0])
  })

  test('explains an 88 right after login by blocked cookies', async () => {
    const app = createApp()
    app.answers.roles = new ApiError('88', 'Tu sesión venció. Ingresá de nuevo.')
    await expect(signIn(app, credentials)).rejects.toThrow(/no guarda cookies/)
    expect(app.session.current()).toBeNull()
  })
})

describe('signOut', () => {
  test("ends the session after the server's answer", async () => {
    const app = createApp()
    await signIn(app, credentials)
    const signingOut = signOut(app)
    expect(app.session.current()).not.toBeNull()
    await signingOut
    expect(app.session.current()).toBeNull()
    expect([app.lastingStorage.length, app.lastingStorage.key(0)]).toEqual([1, 'currentUser end'])
  })

  test('ends the session also after a refusal', async () => {
    const app = createApp()
    await signIn(app, credentials)
    app.answers.logout = new ApiError('88', 'Tu sesión venció.')
    await signOut(app)
    expect(app.session.current()).toBeNull()
  })

  test('keeps the session when there is no answer', async () => {
    const app = createApp()
    await signIn(app, credentials)
    app.answers.logout = noAnswer('offline')
    await expect(signOut(app)).rejects.toMatchObject({ code: '900' })
    expect(app.session.current()).not.toBeNull()
  })
})

describe('refreshUser', () => {
  test('replaces profile and roles of the session and keeps the rest', async () => {
    const app = createApp()
    await signIn(app, credentials)
    await refreshUser(app)
    expect(app.session.current()).toEqual({
      user: { ...profile, firstName: 'Anita', loyalties: [], roles: [] },
      userSessionToken: 'a-token',
      secondFactor: 'none',
      passwordTypedAt: NOW.getTime(),
    })
  })

  test('keeps the session as it is after an error', async () => {
    const app = createApp()
    await signIn(app, credentials)
    app.answers.userData = transportError(503)
    await refreshUser(app)
    expect(app.session.current()?.user.firstName).toBe('Ana')
  })

  test('drops an answer that arrives after the session ended', async () => {
    const app = createApp()
    await signIn(app, credentials)
    const refreshing = refreshUser(app)
    app.session.end()
    await refreshing
    expect(app.session.current()).toBeNull()
    expect([app.lastingStorage.length, app.lastingStorage.key(0)]).toEqual([1, 'currentUser end'])
  })
})
