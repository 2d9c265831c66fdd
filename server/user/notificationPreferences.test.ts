import { describe, expect, test } from 'vitest'
import { notificationPreferences } from '#contract/user/notificationPreferences.ts'
import { setNotificationPreference } from '#contract/user/setNotificationPreference.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

describe('notificationPreferences', () => {
  test('answers everything as on, and payments as fixed, until the person turns something off', async () => {
    const ana = await server.as('ana')
    const { preferences } = await ana.call(notificationPreferences, {})
    expect(preferences.map(({ type, channel }) => `${type} ${channel}`)).toEqual([
      '1 app',
      '1 push',
      '2 app',
      '2 email',
      '2 push',
      '3 app',
      '3 push',
      '4 app',
      '4 push',
      '6 app',
      '6 push',
      '5 app',
      '5 push',
    ])
    expect(preferences.every(({ enabled }) => enabled)).toBe(true)
    expect(preferences.filter(({ fixed }) => fixed).map(({ type }) => type)).toEqual([5, 5])
  })

  test('answers the caller’s own', async () => {
    const [ana, fede] = [await server.as('ana'), await server.as('fede')]
    await fede.call(setNotificationPreference, { type: 3, channel: 'app', enabled: false })
    const { preferences } = await ana.call(notificationPreferences, {})
    expect(preferences.every(({ enabled }) => enabled)).toBe(true)
  })
})
