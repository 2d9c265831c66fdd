import { beforeEach, describe, expect, test, vi } from 'vitest'
import { storage } from '#app/device/storage.ts'
import { createSessionStore } from '#app/session/session.ts'
import { refreshUser, signIn, signOut } from '#app/session/signIn.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { USER } from '#contract/roles.ts'
import type { Call, CallOptions } from '#kit/api/apiClient.ts'
import { ApiError, transportError } from '#kit/api/apiError.ts'

const profile = {
  email: 'ana@demo.surtidor.uy',
  firstName: 'Ana',
  firstSurname: 'Pérez',
  documentNumber: '12345672',
  birthdate: '19900215',
  sex: 'F' as const,
  mobile: '+59899123456',
  address: 'Rincón 1, Montevideo, Uruguay',
}
const credentials = { email: 'Ana@demo.surtidor.uy', password: 'demo-surtidor', remember: true }

type Heard = { name: string; params: object; options: CallOptions | undefined }
let heard: Heard[]
let answers: Record<string, object>
const call = (async (service, params, options) => {
  heard.push({ name: service.name, params, options })
  const answer = answers[service.name]
  if (answer instanceof Error) throw answer
  return answer
}) as Call

function open() {
  const lasting = storage('localStorage')
  const passing = storage('sessionStorage')
  const session = createSessionStore({ lasting, passing, onOtherTab: () => undefined })
  return { lasting, passing, session, call }
}

beforeEach(() => {
  heard = []
  answers = {
    login: { user: { ...profile, userSessionToken: 'a-token' }, loyalties: [] },
    roles: { list: [ROLES[USER]] },
    logout: {},
    userData: { user: { ...profile, firstName: 'Anita' }, loyalties: [], roles: [] },
  }
  vi.stubGlobal('navigator', { userAgent: 'A browser' })
  return () => vi.unstubAllGlobals()
})

describe('coming in', () => {
  test('asks for the pages with the new token, and only then is somebody here', async () => {
    const app = open()
    await signIn(app, credentials)
    expect(heard.map(({ name }) => name)).toEqual(['login', 'roles'])
    expect(heard[0]?.params).toEqual({ user: credentials.email, password: credentials.password })
    expect(heard[0]?.options?.additionalData).toMatchObject({ platform: 'browser' })
    expect(heard[1]?.options?.as).toEqual({ token: 'a-token', user: profile.email })
    expect(app.session.current()).toEqual({
      user: { ...profile, loyalties: [], roles: [ROLES[USER]] },
      userSessionToken: 'a-token',
    })
  })

  test('is remembered beyond the browser only when asked', async () => {
    const app = open()
    await signIn(app, { ...credentials, remember: false })
    expect([app.lasting.length, app.passing.length]).toEqual([0, 1])
    await signIn(app, credentials)
    expect([app.lasting.length, app.passing.length]).toEqual([1, 0])
    expect(JSON.stringify(app.lasting.getItem('currentUser'))).not.toContain(credentials.password)
  })

  test.each(['login', 'roles'])('when %s fails it is logged and thrown on', async (name) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const failure = new ApiError('05', 'El correo o la contraseña no son correctos.')
    answers[name] = failure
    const app = open()
    await expect(signIn(app, credentials)).rejects.toBe(failure)
    expect(logged).toHaveBeenCalledWith('Ocurrió un error al invocar login', failure)
    expect([app.session.current(), app.lasting.length]).toEqual([null, 0])
    logged.mockRestore()
  })

  test('a session that is over at once means that cookies are not kept', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    answers.roles = new ApiError('88', 'Tu sesión venció. Ingresá de nuevo.')
    const app = open()
    await expect(signIn(app, credentials)).rejects.toThrow(/no guarda cookies/)
    expect(app.session.current()).toBeNull()
    logged.mockRestore()
  })
})

describe('leaving', () => {
  test('waits for the server to answer', async () => {
    const app = open()
    await signIn(app, credentials)
    const leaving = signOut(app)
    expect(app.session.current()).not.toBeNull()
    await leaving
    expect([app.session.current(), app.lasting.length]).toEqual([null, 0])
  })

  test('any answer will do', async () => {
    const app = open()
    await signIn(app, credentials)
    answers.logout = new ApiError('88', 'Tu sesión venció.')
    await signOut(app)
    expect(app.session.current()).toBeNull()
  })

  test('without one the session goes on', async () => {
    const app = open()
    await signIn(app, credentials)
    answers.logout = transportError(0)
    await expect(signOut(app)).rejects.toMatchObject({ code: '900' })
    expect(app.session.current()).not.toBeNull()
  })
})

describe('a stored session', () => {
  test('gets the profile and the roles that the server has now', async () => {
    const app = open()
    await signIn(app, credentials)
    await refreshUser(app)
    expect(app.session.current()?.user).toMatchObject({ firstName: 'Anita', roles: [] })
  })

  test('goes on as it is when they cannot be had', async () => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue()
    const app = open()
    await signIn(app, credentials)
    answers.userData = transportError(503)
    await refreshUser(app)
    expect(app.session.current()?.user.firstName).toBe('Ana')
    logged.mockRestore()
  })

  test("somebody else's late data is not mixed in", async () => {
    const app = open()
    await signIn(app, credentials)
    const refreshing = refreshUser(app)
    app.session.leave()
    await refreshing
    expect([app.session.current(), app.lasting.length]).toEqual([null, 0])
  })
})
