import { describe, expect, test } from 'vitest'
import { addUser } from '#contract/user/addUser.ts'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { roles } from '#contract/user/roles.ts'
import {
  createConstantTimeQueue,
  MAX_PER_CALLER,
  MAX_QUEUED,
} from '#server/auth/constantTimeQueue.ts'
import { examples } from '#server/docs/exampleRequests.ts'
import { RateLimited } from '#server/http/errors.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

const ANA = 'ana@demo.surtidor.uy'
const UNKNOWN = 'nadie@correo.example'
/** A link's token, to which the delay does not apply. */
const TOKEN = 'x'.repeat(43)
const statusesOf = async (calls: Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status).toSorted((a, b) => a - b)

/** A queue, and requests whose work the test ends. */
function openQueue() {
  const queue = createConstantTimeQueue(1)
  const begun: string[] = []
  const add = (name: string, caller = 'one', key = ANA) => {
    const work = Promise.withResolvers<string>()
    const result = queue({ key, caller }, () => {
      begun.push(name)
      return work.promise
    })
    return { result, end: () => work.resolve(name), fail: () => work.reject(new Error(name)) }
  }
  return { begun, add }
}

describe('constantTimeQueue', () => {
  test('refuses a flood for one email, and leaves connections for other calls', async () => {
    const fede = await server.as('fede')
    const lockHolder = await createLockHolder(server)
    await lockHolder.lock('select from person where email = $1 for update', [ANA])
    const calls = Array.from({ length: MAX_PER_CALLER + 1 }, () =>
      server.stranger.call(confirmAddUser, { user: ANA, code: TOKEN }),
    )
    // One answer while the others wait shows that the server has received them all.
    const refused = await Promise.race(calls)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    await lockHolder.waitForBlocked(1)
    expect((await fede.call(roles, {})).responseHeader.responseCode).toBe('00')
    await lockHolder.release('rollback')
    expect(await statusesOf(calls)).toEqual([...calls.slice(1).map(() => 200), 429])
  })

  test('queues all four calls for one email together, with the same limit for an unknown email', async () => {
    const ways = [
      (user: string) => server.stranger.call(confirmAddUser, { user, code: TOKEN }),
      (user: string) => server.stranger.call(confirmAddUser, { user, code: '' }),
      (user: string) => server.stranger.call(resetPassword, { user }),
      (user: string) =>
        server.stranger.call(confirmResetPassword, { ...examples.confirmResetPassword, user }),
      (email: string) =>
        server.stranger.call(addUser, {
          ...examples.addUser,
          user: { ...examples.addUser.user, email },
        }),
    ]
    const lockHolder = await createLockHolder(server)
    await lockHolder.lock('lock table person in access exclusive mode')
    const burst = (user: string) =>
      Array.from({ length: MAX_PER_CALLER + 1 }, (_, place) =>
        ways[place % ways.length]?.(user),
      ).filter((call) => call !== undefined)
    const [ofKnown, ofUnknown] = [burst(ANA), burst(UNKNOWN)]
    for (const calls of [ofKnown, ofUnknown])
      expect((await Promise.race<{ status: number }>(calls)).status).toBe(429)
    await lockHolder.waitForBlocked(2)
    await lockHolder.release('rollback')
    const [known, unknown] = [await statusesOf(ofKnown), await statusesOf(ofUnknown)]
    expect(known).toEqual([...ofKnown.slice(1).map(() => 200), 429])
    expect(unknown).toEqual(known)
  })

  test('runs one request at a time for each email, in order', async () => {
    const { begun, add } = openQueue()
    const [first, second, third] = [add('first'), add('second'), add('third')]
    const elsewhere = add('elsewhere', 'one', UNKNOWN)
    elsewhere.end()
    expect(await elsewhere.result).toBe('elsewhere')
    expect(begun).toEqual(['first', 'elsewhere'])
    second.end()
    first.fail()
    await expect(first.result).rejects.toThrow('first')
    expect(await second.result).toBe('second')
    third.end()
    expect(await third.result).toBe('third')
    expect(begun).toEqual(['first', 'elsewhere', 'second', 'third'])
  })

  test('limits the requests of one caller, and of all of them', async () => {
    const { add } = openQueue()
    const waiting = Array.from({ length: MAX_QUEUED }, (_, place) =>
      add(`${place}`, `caller ${Math.floor(place / MAX_PER_CALLER)}`),
    )
    await expect(add('more', 'caller 0').result).rejects.toThrow(RateLimited)
    await expect(add('another').result).rejects.toThrow(RateLimited)
    for (const { end } of waiting) end()
    await waiting[0]?.result
    const next = add('next', 'caller 0')
    next.end()
    await Promise.all([...waiting, next].map(({ result }) => result))
  })
})
