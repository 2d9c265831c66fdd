import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type PersonRow, personByEmail } from '#db/accounts/people.ts'
import type { CodePurpose } from '#db/accounts/verificationCodes.ts'
import { countGuess, delayKey } from '#server/auth/loginDelay.ts'
import { CODE_LIMITS, redeemCode, sendCode } from '#server/auth/verificationCodes.ts'
import { RateLimited, Refusal } from '#server/http/errors.ts'
import { CODE_LIFETIME_MS } from '#server/mail/queueEmail.ts'
import { codesIn, testServerForFile } from '#testing/harness/testServer.ts'

const people: PersonRow[] = []
const server = testServerForFile()
beforeAll(async () => {
  for (const name of ['ana', 'fede']) {
    const person = await personByEmail(server.context.db, `${name}@demo.surtidor.uy`)
    if (person) people.push(person)
  }
})

interface SentCode {
  code: string
  token: string
}
/** The model of one person's codes of one purpose. */
interface Model {
  current: (SentCode & { at: number; tries: number }) | null
  /** All that were sent, newest first. */
  sent: SentCode[]
  /** When its limit has all its points again. */
  fullAt: number
  /** When the newest was sent. */
  lastAt: number
}

const target = fc.record({
  personIndex: fc.nat(1),
  purpose: fc.constantFrom<CodePurpose>('confirm', 'reset'),
})
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ask' as const), at: target }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('redeem' as const),
      at: target,
      /** Whose email the code is from; null: the person's own, of that purpose. */
      from: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, target),
      /** How many emails ago. */
      back: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(2)),
      form: fc.constantFrom<keyof SentCode>('code', 'token'),
      broken: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.boolean()),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.nat(70) }) },
)

type Target = { personIndex: number; purpose: CodePurpose }

/** @returns the code that was sent; null when none was */
async function ask({ personIndex, purpose }: Target): Promise<SentCode | null> {
  const person = people[personIndex] as PersonRow
  const before = (await server.mailsTo(person.email)).length
  const caller = { limits: Object.values(CODE_LIMITS), address: '127.0.0.1' }
  await sendCode(server.context, server.context.db, person, { purpose, link: '', caller })
  const mails = await server.mailsTo(person.email)
  return mails.length > before && mails[0] ? codesIn(mails[0]) : null
}

/** Redeems a code several times at once. @returns how often it succeeded */
async function redeem(
  { personIndex, purpose }: Target,
  code: string,
  times: number,
): Promise<number> {
  const { email } = people[personIndex] as PersonRow
  await countGuess(server.context, delayKey(purpose, email), true)
  let redeemed = 0
  const tries = Array.from({ length: times }, () =>
    redeemCode(server.context, { user: email, purpose, code }, async () => {
      redeemed += 1
    }),
  )
  for (const tried of await Promise.allSettled(tries))
    if (
      tried.status === 'rejected' &&
      !(tried.reason instanceof Refusal || tried.reason instanceof RateLimited)
    )
      throw tried.reason
  return redeemed
}

describe('verification codes', () => {
  test('S4: redeems the newest code once, for its person and purpose, in time and within the tries', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        server.wait(2 * 3_600_000)
        const actual: (string | number)[] = []
        const expected: (string | number)[] = []
        const models = new Map<string, Model>()
        const of = ({ personIndex, purpose }: { personIndex: number; purpose: CodePurpose }) => {
          const key = `${personIndex} ${purpose}`
          const model = models.get(key) ?? { current: null, sent: [], fullAt: 0, lastAt: 0 }
          models.set(key, model)
          return model
        }
        for (const one of steps) {
          server.wait(1000)
          const now = server.context.now().getTime()
          if (one.do === 'wait') server.wait(one.minutes * 60_000)
          if (one.do === 'ask') {
            const sent = await ask(one.at)
            const model = of(one.at)
            const fullAt = Math.max(model.fullAt, now) + CODE_LIFETIME_MS
            actual.push(sent ? 'sent' : 'not sent')
            expected.push(fullAt <= now + 3 * CODE_LIFETIME_MS ? 'sent' : 'not sent')
            // The owner always has a code.
            if (!sent) expect(model.lastAt).toBeGreaterThan(now - CODE_LIFETIME_MS)
            if (sent) {
              model.current = { ...sent, at: now, tries: 0 }
              model.sent.unshift(sent)
              model.fullAt = fullAt
              model.lastAt = now
            }
          }
          if (one.do === 'redeem') {
            const found = of(one.from ?? one.at).sent[one.back]?.[one.form] ?? 'NONE-SUCH'
            const typed = one.broken ? `${found}Z` : found
            const model = of(one.at)
            const { current } = model
            const byLink = /^[\w-]{43}$/.test(typed)
            const alive =
              current && now < current.at + CODE_LIFETIME_MS && (byLink || current.tries < 5)
            const right = alive && typed === (byLink ? current.token : current.code)
            actual.push(await redeem(one.at, typed, one.times))
            expected.push(right ? 1 : 0)
            if (right) model.current = null
            else if (alive && !byLink) current.tries += one.times
          }
        }
        expect(actual).toEqual(expected)
      }),
      { numRuns: 15 },
    )
  })
})
