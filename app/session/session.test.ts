import { describe, expect, test } from 'vitest'
import { storage } from '#app/device/storage.ts'
import { createAppSession } from '#app/session/session.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { USER } from '#contract/roles.ts'
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
