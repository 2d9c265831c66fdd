import { describe, expect, test } from 'vitest'
import { createConsoleSession, type Session } from '#console/session.ts'
import { ownKey } from '#kit/browser/perUserStorage.ts'
import { storage } from '#kit/browser/storage.ts'

const carla: Session = {
  email: 'carla@demo.surtidor.uy',
  firstName: 'Carla',
  firstSurname: 'Núñez',
  roles: ['3'],
  userSessionToken: 'first',
  secondFactor: 'shown' as const,
}

/** Every tab has a new storage: outside of a browser `storage` returns a new memory each time. */
const newTab = () => storage('sessionStorage')

describe('createConsoleSession', () => {
  test('finds the session again after a reload, until the operator signs out, and the drafts', () => {
    const tab = newTab()
    const session = createConsoleSession(tab)
    session.start(carla)
    expect(createConsoleSession(tab).current()).toEqual(carla)
    const draft = ownKey(carla.email, 'observations SOL-1')
    tab.setItem(draft, 'Falta la libreta.')
    session.end()
    expect(tab.getItem(draft)).toBeNull()
    expect(session.expired()).toBe(false)
    expect(createConsoleSession(tab).current()).toBeNull()
  })

  test.each(['{', '{"user":{},"userSessionToken":"x"}', 'null'])(
    'does not accept the entry %s',
    (entry) => {
      const tab = newTab()
      tab.setItem('consoleUser', entry)
      expect(createConsoleSession(tab).current()).toBeNull()
    },
  )

  test("does not read the app's entry", () => {
    const tab = newTab()
    tab.setItem('currentUser', JSON.stringify(carla))
    expect(createConsoleSession(tab).current()).toBeNull()
  })
})
