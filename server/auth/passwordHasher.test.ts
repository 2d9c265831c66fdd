import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { login } from '#contract/user/login.ts'
import { roles } from '#contract/user/roles.ts'
import { type House, openHouse, PASSWORD } from '#testing/testServer.ts'
import { AT_ONCE, IN_LINE, openPasswords } from '#server/auth/passwordHasher.ts'
import { TooMany } from '#server/http/defineHandler.ts'

/** A flood of passwords waits in a line of its own: it is bounded, and nobody else stands in it. */

test('so many are at work, so many wait in their order, and the next one is told to come back', async () => {
  const { turn } = openPasswords()
  const started: number[] = []
  const ends: (() => void)[] = []
  const all = Array.from({ length: AT_ONCE + IN_LINE }, (_, place) =>
    turn(async () => {
      started.push(place)
      await new Promise<void>((end) => ends.push(end))
      if (place === 0) throw new Error('a check that fails')
    }),
  )
  const first = all[0]?.catch((error: Error) => error.message)
  await expect(turn(async () => {})).rejects.toThrow(TooMany)
  expect(started).toEqual([0, 1])
  for (let place = 0; place < all.length; place++) {
    expect(started.length - place).toBeLessThanOrEqual(AT_ONCE)
    ends[place]?.()
    await all[place]?.catch(() => {})
  }
  expect(await first).toBe('a check that fails')
  expect(started).toEqual(all.map((_, place) => place))
  expect(await turn(async ({ matches }) => await matches('anything', undefined))).toBe(false)
})

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** How many logins are sent past what the line holds. */
const TOO_MANY = 60

test('a flood of logins holds no more connections than may be at work, and others are answered meanwhile', async () => {
  const ana = await house.as('ana')
  const owner = new Client({ connectionString: house.databaseUrl })
  await owner.connect()
  // Whoever asks the database about a login now waits there, with a connection in hand.
  await owner.query('begin; lock table login_guess')
  const refused: (string | null)[] = []
  const flood = Array.from({ length: AT_ONCE + IN_LINE + TOO_MANY }, async (_, place) => {
    const user = `nadie${place}@correo.example`
    const { status, headers } = await house.stranger.call(login, { user, password: PASSWORD })
    if (status === 429) refused.push(headers.get('retry-after'))
    return status
  })
  await vi.waitFor(() => expect(refused).toHaveLength(TOO_MANY), 20_000)
  expect(refused).toEqual(refused.map(() => '2'))
  expect((await ana.call(roles, {})).responseHeader.responseCode).toBe('00')

  await owner.query('rollback')
  await owner.end()
  const statuses = await Promise.all(flood)
  expect(statuses.filter((status) => status === 200)).toHaveLength(AT_ONCE + IN_LINE)
  expect(refused).toHaveLength(TOO_MANY)
})
