import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import { requestHeader } from '#contract/header.ts'
import { type PersonRow, personByEmail } from '#db/accounts/people.ts'
import { lockPerson } from '#db/accounts/registrations.ts'
import { takeBackWrongCodes } from '#db/accounts/secondFactors.ts'
import { inTransaction } from '#db/core/connection.ts'
import { checkGuess } from '#server/auth/checkSecondFactorCode.ts'
import { RateLimited } from '#server/http/errors.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'

/** Codes that are right at one instant: the current time step and one to each side. */
const RIGHT_CODES = 3
const ALL_CODES = 1_000_000
const YEAR_MS = 365 * DAY_MS
/** Four without a wait, and one more for each doubling of a second up to a year. */
const GUESSES_PER_YEAR = 4 + Math.ceil(Math.log2(YEAR_MS / 1000)) + 1

let accounts = 0
const server = testServerForFile()

async function createAccount() {
  const name = `guessed${++accounts}`
  await createPersonLike(server, name, 'diego')
  return (await personByEmail(server.context.db, `${name}@demo.surtidor.uy`)) as PersonRow
}

/** @returns the seconds to wait when the code was not checked */
async function send(person: PersonRow, sessionHash: Buffer | null, right: boolean) {
  const { context } = server
  const header = requestHeader({ now: context.now(), random: 0, platform: 'b' })
  const caller = { header, userAgent: '', ...(sessionHash && { sessionHash }) }
  try {
    await inTransaction(context.db, async (tx) => {
      await lockPerson(tx, person.id)
      return await checkGuess(context, tx, { person, caller }, async () => right)
    })
    return 0
  } catch (error) {
    if (error instanceof RateLimited) return error.seconds
    throw error
  }
}
async function openSession({ id }: PersonRow): Promise<Buffer> {
  const hash = randomBytes(32)
  const now = server.context.now().toISOString()
  await server.context.db.execute(
    `insert into session (token_hash, person_id, created_at, seen_at, expires_at)
     values ('\\x${hash.toString('hex')}', '${id}', '${now}', '${now}', '${now}')`,
  )
  return hash
}

/** Guesses as soon as a code is checked again, until the instant. @returns the codes that were checked */
async function guessUntil(person: PersonRow, end: number): Promise<number> {
  let checked = 0
  while (server.context.now().getTime() < end) {
    const wait = await send(person, null, false)
    if (wait === 0) checked += 1
    else server.wait(Math.min(wait * 1000, end - server.context.now().getTime()))
  }
  return checked
}

describe('S13: guesses of a second factor', () => {
  test('a year allows at most thirty guesses, whatever the owner’s own logins', async () => {
    const logins = fc.array(
      fc.record({ afterHours: fc.integer({ min: 1, max: 24 * 60 }), typos: fc.nat(3) }),
      { maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(logins, async (drawn) => {
        const person = await createAccount()
        const end = server.context.now().getTime() + YEAR_MS
        let checked = 0
        for (const { afterHours, typos } of drawn) {
          const until = Math.min(end, server.context.now().getTime() + afterHours * HOUR_MS)
          checked += await guessUntil(person, until)
          // The owner comes when no wait is left, if that is before the end of the year.
          const session = await openSession(person)
          for (let n = 0; n < typos; n += 1) await send(person, session, false)
          await send(person, session, true)
        }
        checked += await guessUntil(person, end)
        expect(checked).toBeLessThanOrEqual(GUESSES_PER_YEAR)
        expect((checked * RIGHT_CODES) / ALL_CODES).toBeLessThan(1 / 10_000)
      }),
      { numRuns: 12 },
    )
  }, 60_000)

  test('double once more when the guesser can reset the password, however often', async () => {
    const person = await createAccount()
    const end = server.context.now().getTime() + YEAR_MS
    let checked = 0
    while (server.context.now().getTime() < end) {
      const tomorrow = Math.min(end, server.context.now().getTime() + DAY_MS)
      checked += await guessUntil(person, tomorrow)
      await takeBackWrongCodes(server.context.db, person.id, 'onceUntilRightCode')
    }
    expect(checked).toBeLessThanOrEqual(2 * GUESSES_PER_YEAR)
  })

  test('leave the owner a way in: a reset by email, and a right code at once', async () => {
    const person = await createAccount()
    await guessUntil(person, server.context.now().getTime() + 30 * DAY_MS)
    const session = await openSession(person)
    expect(await send(person, session, true)).toBeGreaterThan(DAY_MS / 1000)
    await takeBackWrongCodes(server.context.db, person.id, 'onceUntilRightCode')
    expect(await send(person, session, false)).toBe(0)
    expect(await send(person, session, true)).toBe(0)
    // The right code makes the next reset count again.
    await guessUntil(person, server.context.now().getTime() + 30 * DAY_MS)
    await takeBackWrongCodes(server.context.db, person.id, 'onceUntilRightCode')
    expect(await send(person, session, true)).toBe(0)
  })

  test('the right code takes back the guesses of the owner’s own session', async () => {
    const person = await createAccount()
    for (let day = 0; day < 10; day += 1) {
      const session = await openSession(person)
      for (let n = 0; n < 4; n += 1) expect(await send(person, session, false)).toBe(0)
      expect(await send(person, session, true)).toBe(0)
    }
  })

  test('the owner is told of each fifth guess', async () => {
    const person = await createAccount()
    for (let n = 0; n < 15; n += 1)
      await guessUntil(person, server.context.now().getTime() + 2 ** Math.max(0, n - 3) * 1000)
    const mails = await server.mailsTo(person.email)
    expect(mails.length).toBeGreaterThanOrEqual(2)
    expect(mails[0]?.subject).toBe('Alguien probó códigos de tu segundo factor')
  })
})
