import { describe, expect, test } from 'vitest'
import { login } from '#contract/user/login.ts'
import { roles } from '#contract/user/roles.ts'
import { createPasswordHasher, MAX_CONCURRENT, MAX_QUEUED } from '#server/auth/passwordHasher.ts'
import { RateLimited } from '#server/http/errors.ts'
import { PASSWORD, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

/** Logins above what the queue holds. */
const TOO_MANY = 60

describe('passwordHasher', () => {
  test('runs a limited number at a time in order, and refuses above the limit of the queue', async () => {
    const { withSlot } = createPasswordHasher()
    const started: number[] = []
    const ends: (() => void)[] = []
    const all = Array.from({ length: MAX_CONCURRENT + MAX_QUEUED }, (_, place) =>
      withSlot(async () => {
        started.push(place)
        await new Promise<void>((end) => ends.push(end))
        if (place === 0) throw new Error('a check that fails')
      }),
    )
    const first = all[0]?.catch((error: Error) => error.message)
    await expect(withSlot(async () => {})).rejects.toThrow(RateLimited)
    expect(started).toEqual([0, 1])
    for (let place = 0; place < all.length; place++) {
      expect(started.length - place).toBeLessThanOrEqual(MAX_CONCURRENT)
      ends[place]?.()
      await all[place]?.catch(() => {})
    }
    expect(await first).toBe('a check that fails')
    expect(started).toEqual(all.map((_, place) => place))
    expect(await withSlot(async ({ matches }) => await matches('anything', undefined))).toBe(false)
  })

  test('holds connections only for the running logins of a flood, so that other calls are answered', async () => {
    const ana = await server.as('ana')
    const { owner } = server
    // Each login that reads the database now waits there and holds a connection.
    await owner.query('begin; lock table login_delay')
    const refused: (string | null)[] = []
    const flood = Array.from(
      { length: MAX_CONCURRENT + MAX_QUEUED + TOO_MANY },
      async (_, place) => {
        const user = `nadie${place}@correo.example`
        const { status, headers } = await server.stranger.call(login, { user, password: PASSWORD })
        if (status === 429) refused.push(headers.get('retry-after'))
        return status
      },
    )
    await expect.poll(() => refused).toHaveLength(TOO_MANY)
    expect(refused).toEqual(refused.map(() => '2'))
    expect((await ana.call(roles, {})).responseHeader.responseCode).toBe('00')

    await owner.query('rollback')
    const statuses = await Promise.all(flood)
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX_CONCURRENT + MAX_QUEUED)
    expect(refused).toHaveLength(TOO_MANY)
  })
})
