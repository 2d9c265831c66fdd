import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Channel } from '#contract/entities/notificationPreference.ts'
import { contact } from '#contract/user/contact.ts'
import { notificationPreferences } from '#contract/user/notificationPreferences.ts'
import { notifications } from '#contract/user/notifications.ts'
import { setNotificationPreference } from '#contract/user/setNotificationPreference.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { insertNotification } from '#db/messaging/notifications.ts'
import { startForEachTest } from '#testing/harness/startForTests.ts'
import { testServerForEachTest } from '#testing/harness/testServer.ts'

const FEDE = 'fede@demo.surtidor.uy'
const server = testServerForEachTest()
const fede = startForEachTest(() => server.as('fede'))

const set = (type: number, channel: Channel, enabled: boolean) =>
  fede.call(setNotificationPreference, { type, channel, enabled })
async function notify(type: number): Promise<void> {
  const person = await personByEmail(server.context.db, FEDE)
  await insertNotification(server.context, server.context.db, {
    personId: person?.id ?? '',
    event: `test ${type} ${randomUUID()}`,
    type,
    at: server.context.now(),
    currency: '858',
    amount: 0,
    title: 'Aviso',
    text: 'Un aviso.',
  })
}
const received = async () =>
  (await fede.call(notifications, {})).notifications.map(({ type }) => type).toSorted()

describe('setNotificationPreference', () => {
  test('N3: a type that is off makes no notification, the others and payments do', async () => {
    const { preferences } = await set(3, 'app', false)
    expect(preferences.filter(({ enabled }) => !enabled)).toEqual([
      { type: 3, channel: 'app', enabled: false, fixed: false },
    ])
    for (const type of [1, 2, 3, 4, 5, 6]) await notify(type)
    expect(await received()).toEqual([1, 2, 4, 5, 6])
    await set(3, 'app', true)
    await notify(3)
    expect(await received()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('mails of a type that are off are not sent', async () => {
    await set(2, 'email', false)
    const fields = { title: 'Consulta', text: '¿Abren mañana?', type: 'Consulta' }
    await fede.call(contact, fields)
    expect(await server.mailsTo(FEDE)).toEqual([])
    await set(2, 'email', true)
    await fede.call(contact, fields)
    expect(await server.mailsTo(FEDE)).toHaveLength(1)
  })

  test('a preference of one channel does not change the other', async () => {
    await set(2, 'email', false)
    await set(2, 'app', false)
    const { preferences } = await set(2, 'email', true)
    expect(preferences.filter(({ type }) => type === 2).map(({ enabled }) => enabled)).toEqual([
      false,
      true,
      true,
    ])
  })

  test('refuses to turn off payments, and a channel that a type does not have', async () => {
    for (const [type, channel] of [
      [5, 'app'],
      [5, 'email'],
      [5, 'push'],
      [3, 'email'],
      [7, 'app'],
      [0, 'app'],
    ] as const)
      expect((await set(type, channel, false)).responseHeader.responseCode).toBe('05')
    const { preferences } = await fede.call(notificationPreferences, {})
    expect(preferences.every(({ enabled }) => enabled)).toBe(true)
  })
})
