import { describe, expect, test } from 'vitest'
import { isUnread } from '#contract/entities/notification.ts'
import { notifications } from '#contract/user/notifications.ts'
import { readNotification } from '#contract/user/readNotification.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const ana = startForFile(() => server.as('ana'))

const unreadOf = async () =>
  (await ana.call(notifications, { count: 500 })).notifications.filter(isUnread)

describe('readNotification', () => {
  test('marks one notification as read and answers the unread count', async () => {
    const [first, ...rest] = await unreadOf()
    const answer = await ana.call(readNotification, { notificationId: first?.id ?? '' })
    expect(answer.unread).toBe(rest.length)
    expect(await unreadOf()).toEqual(rest)
  })

  test('N1: concurrent repeats have the effect of one', async () => {
    const [first, ...rest] = await unreadOf()
    const notificationId = first?.id ?? ''
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => ana.call(readNotification, { notificationId })),
    )
    expect(answers.map(({ unread }) => unread)).toEqual(answers.map(() => rest.length))
  })

  test('answers the same for another user’s and for an unknown notification, and changes nothing', async () => {
    const fede = await server.as('fede')
    const unread = await unreadOf()
    const ids = [unread[0]?.id ?? '', '5d0ca5e0-0000-8000-8000-ffffffffffff', 'x', '', "' or 1=1"]
    const answers = await Promise.all(
      ids.map((notificationId) => fede.call(readNotification, { notificationId })),
    )
    const headers = answers.map(({ responseHeader }) => ({ ...responseHeader, rrn: '' }))
    expect(new Set(headers.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(headers[0]).toMatchObject({ responseCode: '05' })
    expect(await unreadOf()).toEqual(unread)
  })
})
