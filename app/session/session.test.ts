import { describe, expect, test } from 'vitest'
import { storage } from '#app/device/storage.ts'
import { createAppSession, REGISTRATION } from '#app/session/session.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { USER } from '#contract/roles.ts'
import { ownKey } from '#kit/browser/perUserStorage.ts'
import { aUser } from '#testing/fixtures/entities.ts'

const user = { ...aUser(), loyalties: [], roles: [ROLES[USER]] }

describe('createAppSession', () => {
  test('stores the session as the entry currentUser', () => {
    const tabStorage = storage('sessionStorage')
    const session = { user, userSessionToken: 't1', secondFactor: 'none' as const }
    createAppSession({ tabStorage }).start(session)
    expect(JSON.parse(tabStorage.getItem('currentUser') ?? '')).toEqual(session)
    expect(createAppSession({ tabStorage }).current()).toEqual(session)
  })

  test.each([
    '{"userSessionToken":"x"}',
    JSON.stringify({ user, userSessionToken: '', secondFactor: 'none' }),
  ])('does not accept the entry %s', (entry) => {
    const tabStorage = storage('sessionStorage')
    tabStorage.setItem('currentUser', entry)
    expect(createAppSession({ tabStorage }).current()).toBeNull()
  })
})

describe('what the device keeps of a person', () => {
  type Store = ReturnType<typeof createAppSession>
  const sessionOf = (email: string, userSessionToken: string) => ({
    user: { ...user, email },
    userSessionToken,
    secondFactor: 'none' as const,
  })
  const own = (email: string) => ownKey(email, 'comment')
  const ANA = own('ana@x.uy')

  test.each<[way: string, end: (store: Store) => void, left: string[]]>([
    ['goes at a logout', (store) => store.end(), []],
    ['stays when the session expires', (store) => store.expire('t1'), [ANA]],
    ['goes when it is ended elsewhere', (store) => store.expire('t1', 'session_ended'), []],
    [
      'goes when another person signs in',
      (store) => {
        store.expire('t1')
        store.start(sessionOf('fede@x.uy', 't2'))
      },
      ['currentUser'],
    ],
  ])('%s, and a half-typed registration in each case', (_way, end, left) => {
    const [tabStorage, lastingStorage] = [storage('sessionStorage'), storage('localStorage')]
    const store = createAppSession({ tabStorage, lastingStorage })
    store.start(sessionOf('ana@x.uy', 't1'), { remember: true })
    for (const place of [tabStorage, lastingStorage]) place.setItem(ANA, 'hola')
    tabStorage.setItem(REGISTRATION, '{}')
    end(store)
    const keysIn = (place: Storage) =>
      Array.from({ length: place.length }, (_, n) => place.key(n)).filter(
        (key) => !key?.startsWith('currentUser end'),
      )
    expect(keysIn(tabStorage)).toEqual(left)
    expect(keysIn(lastingStorage)).toEqual(left.filter((key) => key === ANA))
  })

  test('goes at the next start of a tab that was loading when another one ended the session', () => {
    const lastingStorage = storage('localStorage')
    const [first, second] = [storage('sessionStorage'), storage('sessionStorage')]
    const open = (tabStorage: Storage) => createAppSession({ tabStorage, lastingStorage })
    const store = open(first)
    store.start(sessionOf('ana@x.uy', 't1'), { remember: true })
    open(second)
    second.setItem(ANA, 'hola')
    store.expire('t1', 'session_ended')
    open(second)
    expect(second.getItem(ANA)).toBeNull()

    store.start(sessionOf('ana@x.uy', 't2'), { remember: true })
    second.setItem(ANA, 'hola')
    store.expire('t2')
    open(second)
    expect(second.getItem(ANA)).toBe('hola')
  })

  test('a half-typed registration goes when a session starts, and stays at a reload', () => {
    const tabStorage = storage('sessionStorage')
    tabStorage.setItem(REGISTRATION, '{}')
    const store = createAppSession({ tabStorage })
    expect(tabStorage.getItem(REGISTRATION)).toBe('{}')
    store.start(sessionOf('ana@x.uy', 't1'))
    expect(tabStorage.getItem(REGISTRATION)).toBeNull()
  })
})
