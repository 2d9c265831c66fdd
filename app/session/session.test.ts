import { describe, expect, test } from 'vitest'
import { storage } from '#app/device/storage.ts'
import { createAppSession } from '#app/session/session.ts'
import { ROLES } from '#contract/pageAccess.ts'
import { USER } from '#contract/roles.ts'

const user = {
  email: 'ana@demo.surtidor.uy',
  firstName: 'Ana',
  firstSurname: 'Pérez',
  documentNumber: '12345672',
  birthdate: '19900215',
  sex: 'F' as const,
  mobile: '+59899123456',
  address: 'Rincón 1, Montevideo, Uruguay',
  loyalties: [],
  roles: [ROLES[USER]],
}

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
