import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isUnread } from '#contract/entities/notification.ts'
import { type Mark, markNotification, NOTIFICATION_MARKS } from '#contract/user/markNotification.ts'
import { notifications } from '#contract/user/notifications.ts'
import { readNotification } from '#contract/user/readNotification.ts'
import { notification } from '#db/tables/messaging.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()
const ana = startForFile(() => server.as('ana'))

const all = async () => (await ana.call(notifications, { count: 500 })).notifications
/** The entries of the model that are not deleted. */
const visible = (model: Map<string, { unread: boolean; deleted: boolean }>) =>
  [...model].filter(([, { deleted }]) => !deleted)
const mark = (notificationId: string, option: Mark) =>
  ana.call(markNotification, { notificationId, option })
const STEPS = [...NOTIFICATION_MARKS, 'open'] as const

describe('markNotification', () => {
  test('any sequence of marks leaves the list and the unread count of a simple model', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(5), fc.constantFrom(...STEPS)), { maxLength: 8 }),
        async (steps) => {
          // Restores what the previous run deleted, so that no run is short of notifications.
          await server.context.db.update(notification).set({ deleted: false })
          const before = await all()
          const model = new Map(
            before.map((one) => [one.id, { unread: isUnread(one), deleted: false }]),
          )
          for (const [place, step] of steps) {
            const notificationId = before[place]?.id ?? ''
            expect(notificationId).not.toBe('')
            const known = model.get(notificationId)
            if (known && step === 'deleted') known.deleted = true
            else if (known && step === 'restored') known.deleted = false
            else if (known) known.unread = step === 'unread'
            const answer =
              step === 'open'
                ? await ana.call(readNotification, { notificationId })
                : await mark(notificationId, step)
            expect(answer.unread).toBe(visible(model).filter(([, { unread }]) => unread).length)
          }
          const after = await all()
          expect(after.map((one) => [one.id, isUnread(one)])).toEqual(
            visible(model).map(([id, { unread }]) => [id, unread]),
          )
        },
      ),
      { numRuns: 12 },
    )
  })

  test('N1: a deleted notification stays deleted until it is restored', async () => {
    const [one] = await all()
    const id = one?.id ?? ''
    for (const option of ['deleted', 'deleted', 'unread', 'read', 'unread'] as const)
      expect((await mark(id, option)).responseHeader.responseCode).toBe('00')
    expect((await all()).map((each) => each.id)).not.toContain(id)
    const before = await all()
    for (let times = 0; times < 2; times++) await mark(id, 'restored')
    const after = await all()
    expect(after.find((each) => each.id === id)).toMatchObject({ ...one, read: 'false' })
    expect(after.filter((each) => each.id !== id)).toEqual(before)
  })

  test('rejects an unknown option', async () => {
    const answer = await mark((await all())[0]?.id ?? '', 'archived' as Mark)
    expect(answer.responseHeader.responseDescription).toMatch(/read, unread, deleted o restored/)
  })
})
