import { afterAll, beforeAll, expect, test } from 'vitest'
import { isUnread } from '#contract/entities/notification.ts'
import { notifications } from '#contract/user/notifications.ts'
import { type TestServer, startTestServer, type Person } from '#testing/testServer.ts'

let server: TestServer
let ana: Person
beforeAll(async () => {
  server = await startTestServer()
  ana = await server.as('ana')
})
afterAll(() => server.close())

test('ana has news of the six types, newest first, some unread', async () => {
  const { notifications: news } = await ana.call(notifications, {})
  expect(new Set(news.map(({ type }) => type))).toEqual(new Set([1, 2, 3, 4, 5, 6]))
  const stamps = news.map(({ datetime }) => datetime)
  expect(stamps).toEqual(stamps.toSorted().toReversed())
  expect(news.some(isUnread)).toBe(true)
  expect(news.every(({ deleted }) => deleted === 'false')).toBe(true)
})

test('count and type narrow the list, as number or as text', async () => {
  expect((await ana.call(notifications, { count: 2 })).notifications).toHaveLength(2)
  for (const type of [5, '5']) {
    const { notifications: paid } = await ana.call(notifications, { type })
    expect(paid.length).toBeGreaterThan(0)
    expect(paid.every((one) => one.type === 5)).toBe(true)
  }
})

test('a count or type that is not one is refused, not guessed', async () => {
  for (const fields of [
    { count: 0 },
    { count: -1 },
    { count: 1.5 },
    { type: 7 },
    { type: '7' },
    { type: "5' or 1=1" },
  ]) {
    expect((await ana.call(notifications, fields)).responseHeader.responseCode).toBe('05')
  }
})

test('fede has none, and sees none of ana', async () => {
  const fede = await server.as('fede')
  expect((await fede.call(notifications, {})).notifications).toEqual([])
})
