import { afterAll, beforeAll, expect, test } from 'vitest'
import { isUnread } from '#contract/entities/notification.ts'
import { notifications } from '#contract/user/notifications.ts'
import { readNotification } from '#contract/user/readNotification.ts'
import { type TestServer, startTestServer, type Person } from '#testing/testServer.ts'

let server: TestServer
let ana: Person
beforeAll(async () => {
  server = await startTestServer()
  ana = await server.as('ana')
})
afterAll(() => server.close())

const unreadOf = async () =>
  (await ana.call(notifications, { count: 500 })).notifications.filter(isUnread)

test('ana reads one: it is read, the others are not, and the count goes down by one', async () => {
  const [first, ...rest] = await unreadOf()
  const answer = await ana.call(readNotification, { notificationId: first?.id ?? '' })
  expect(answer.unread).toBe(rest.length)
  expect(await unreadOf()).toEqual(rest)
})

test('N1: reading twice, or many times at once, is reading once', async () => {
  const [first, ...rest] = await unreadOf()
  const notificationId = first?.id ?? ''
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ana.call(readNotification, { notificationId })),
  )
  expect(answers.map(({ unread }) => unread)).toEqual(answers.map(() => rest.length))
})

test('somebody else’s and none at all are answered alike, and stay as they are', async () => {
  const fede = await server.as('fede')
  const unread = await unreadOf()
  const ids = [unread[0]?.id ?? '', '5d0ca5e0-0000-8000-8000-ffffffffffff', 'x', '', "' or 1=1"]
  const answers = await Promise.all(
    ids.map((notificationId) => fede.call(readNotification, { notificationId })),
  )
  const said = answers.map(({ responseHeader }) => ({ ...responseHeader, rrn: '' }))
  expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(said[0]).toMatchObject({ responseCode: '05' })
  expect(await unreadOf()).toEqual(unread)
})
