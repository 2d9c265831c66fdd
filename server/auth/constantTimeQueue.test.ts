import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '#contract/user/addUser.ts'
import { confirmAddUser } from '#contract/user/confirmAddUser.ts'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { resetPassword } from '#contract/user/resetPassword.ts'
import { roles } from '#contract/user/roles.ts'
import { examples } from '#server/docs/exampleRequests.ts'
import { type TestServer, startTestServer } from '#testing/testServer.ts'
import {
  MAX_QUEUED,
  MAX_PER_CALLER,
  createConstantTimeQueue,
} from '#server/auth/constantTimeQueue.ts'
import { RateLimited } from '#server/http/errors.ts'
import { openLockHolder } from '#testing/lockHolder.ts'

/** What strangers ask about one mailbox goes one after another, whether anybody has an account there or not. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const ANA = 'ana@demo.surtidor.uy'
const NOBODY = 'nadie@correo.example'
/** As a link carries it: it neither waits nor counts. */
const TOKEN = 'x'.repeat(43)
const statusesOf = async (asked: Promise<{ status: number }>[]) =>
  (await Promise.all(asked)).map(({ status }) => status).toSorted((a, b) => a - b)

test('who floods a mailbox is turned away, and keeps nobody else from the database', async () => {
  const fede = await server.as('fede')
  const gate = await openLockHolder(server)
  await gate.hold('select from person where email = $1 for update', [ANA])
  const asked = Array.from({ length: MAX_PER_CALLER + 1 }, () =>
    server.stranger.call(confirmAddUser, { user: ANA, code: TOKEN }),
  )
  // The one that is answered while all wait shows that all have come.
  const turnedAway = await Promise.race(asked)
  expect(turnedAway.status).toBe(429)
  expect(turnedAway.headers.get('retry-after')).toMatch(/^\d+$/)
  await gate.queued(1)
  expect((await fede.call(roles, {})).responseHeader.responseCode).toBe('00')
  await gate.open('rollback')
  expect(await statusesOf(asked)).toEqual([...asked.slice(1).map(() => 200), 429])
})

test('all four calls share the line of a mailbox, and nobody’s is as long as somebody’s', async () => {
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
  const gate = await openLockHolder(server)
  await gate.hold('lock table person in access exclusive mode')
  const burst = (user: string) =>
    Array.from({ length: MAX_PER_CALLER + 1 }, (_, place) =>
      ways[place % ways.length]?.(user),
    ).filter((asked) => asked !== undefined)
  const [anas, nobodys] = [burst(ANA), burst(NOBODY)]
  for (const asked of [anas, nobodys])
    expect((await Promise.race<{ status: number }>(asked)).status).toBe(429)
  await gate.queued(2)
  await gate.open('rollback')
  const [known, unknown] = [await statusesOf(anas), await statusesOf(nobodys)]
  expect(known).toEqual([...anas.slice(1).map(() => 200), 429])
  expect(unknown).toEqual(known)
})

/** A line of its own, and works that end when they are told to. */
function openLine() {
  const paced = createConstantTimeQueue(1)
  const begun: string[] = []
  const ask = (what: string, by = 'one', about = ANA) => {
    const told = Promise.withResolvers<string>()
    const asked = paced({ about, by }, () => {
      begun.push(what)
      return told.promise
    })
    return { asked, end: () => told.resolve(what), fail: () => told.reject(new Error(what)) }
  }
  return { begun, ask }
}

test('one is at work for each mailbox, in the order in which they came', async () => {
  const { begun, ask } = openLine()
  const [first, second, third] = [ask('first'), ask('second'), ask('third')]
  const elsewhere = ask('elsewhere', 'one', NOBODY)
  elsewhere.end()
  expect(await elsewhere.asked).toBe('elsewhere')
  expect(begun).toEqual(['first', 'elsewhere'])
  second.end()
  first.fail()
  await expect(first.asked).rejects.toThrow('first')
  expect(await second.asked).toBe('second')
  third.end()
  expect(await third.asked).toBe('third')
  expect(begun).toEqual(['first', 'elsewhere', 'second', 'third'])
})

test('a caller who fills their share of a line leaves room for others, until it is full', async () => {
  const { ask } = openLine()
  const waiting = Array.from({ length: MAX_QUEUED }, (_, place) =>
    ask(`${place}`, `caller ${Math.floor(place / MAX_PER_CALLER)}`),
  )
  await expect(ask('more', 'caller 0').asked).rejects.toThrow(RateLimited)
  await expect(ask('another').asked).rejects.toThrow(RateLimited)
  for (const { end } of waiting) end()
  await waiting[0]?.asked
  const next = ask('next', 'caller 0')
  next.end()
  await Promise.all([...waiting, next].map(({ asked }) => asked))
})
