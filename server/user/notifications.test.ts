import { describe, expect, test } from 'vitest'
import { isUnread } from '#contract/entities/notification.ts'
import { notifications } from '#contract/user/notifications.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const ana = startForFile(() => server.as('ana'))

describe('notifications', () => {
  test('lists all types, newest first, without the deleted ones', async () => {
    const { notifications: list } = await ana.call(notifications, {})
    expect(new Set(list.map(({ type }) => type))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
    const stamps = list.map(({ datetime }) => datetime)
    expect(stamps).toEqual(stamps.toSorted().toReversed())
    expect(list.some(isUnread)).toBe(true)
    expect(list.every(({ deleted }) => deleted === 'false')).toBe(true)
  })

  test('filters by count and by type, as number or text', async () => {
    expect((await ana.call(notifications, { count: 2 })).notifications).toHaveLength(2)
    for (const type of [5, '5']) {
      const { notifications: paid } = await ana.call(notifications, { type })
      expect(paid.length).toBeGreaterThan(0)
      expect(paid.every((one) => one.type === 5)).toBe(true)
    }
  })

  test.each([{ count: 0 }, { count: null }, { type: '' }, { type: null }, { count: 0, type: '' }])(
    'does not filter by an empty count or type: %j',
    async (fields) => {
      const all = (await ana.call(notifications, {})).notifications
      expect((await ana.call(notifications, fields)).notifications).toEqual(all)
    },
  )

  test('rejects an invalid count or type', async () => {
    for (const fields of [
      { count: -1 },
      { count: 501 },
      { count: 1.5 },
      { type: 7 },
      { type: '7' },
      { type: "5' or 1=1" },
    ]) {
      expect((await ana.call(notifications, fields)).responseHeader.responseCode).toBe('05')
    }
  })

  test('lists no notifications of other users', async () => {
    const fede = await server.as('fede')
    expect((await fede.call(notifications, {})).notifications).toEqual([])
  })
})
