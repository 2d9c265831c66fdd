import { expect, test } from 'vitest'
import { createSessionStore, type Session } from '#console/session.ts'

const carla: Session = {
  email: 'carla@demo.surtidor.uy',
  firstName: 'Carla',
  firstSurname: 'Núñez',
  roles: ['3'],
  token: 'first',
  secondFactor: true,
}
function place(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>()
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  }
}

test('a reload finds who was at work; leaving forgets them', () => {
  const tab = place()
  const session = createSessionStore(tab)
  session.enter(carla)
  expect(createSessionStore(tab).current()).toEqual(carla)
  session.leave()
  expect(session.expired()).toBe(false)
  expect(createSessionStore(tab).current()).toBeNull()
})

test('the server ends a session by its token, and never the one begun since', () => {
  const session = createSessionStore(place())
  session.enter(carla)
  session.enter({ ...carla, token: 'second' })
  session.expire('first')
  expect(session.current()?.token).toBe('second')
  session.expire('second')
  expect(session.current()).toBeNull()
  expect(session.expired()).toBe(true)
})

test("what cannot be read is nobody, the app's own entry too", () => {
  for (const text of ['{', '{"user":{},"userSessionToken":"x"}', 'null']) {
    const tab = place()
    tab.setItem('consoleUser', text)
    expect(createSessionStore(tab).current()).toBeNull()
  }
  const tab = place()
  tab.setItem('currentUser', JSON.stringify(carla))
  expect(createSessionStore(tab).current()).toBeNull()
})
