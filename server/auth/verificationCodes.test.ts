import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CodePurpose } from '#db/accounts/verificationCodes.ts'
import { clearFailures } from '#db/accounts/loginThrottle.ts'
import { type PersonRow, personByEmail } from '#db/accounts/people.ts'
import { codesIn, type TestServer, startTestServer } from '#testing/testServer.ts'
import { Refusal, RateLimited } from '#server/http/defineHandler.ts'
import { CODE_LIFETIME_MS, sendCode, redeemCode } from '#server/auth/verificationCodes.ts'
import { codeThrottleKey } from '#server/auth/throttleKeys.ts'

let server: TestServer
const people: PersonRow[] = []
beforeAll(async () => {
  server = await startTestServer()
  for (const name of ['ana', 'fede']) {
    const person = await personByEmail(server.context.db, `${name}@demo.surtidor.uy`)
    if (person) people.push(person)
  }
})
afterAll(() => server.close())

interface Known {
  code: string
  token: string
}
/** What a simple mind would remember of one person's codes of one purpose. */
interface Memory {
  standing: (Known & { at: number; tries: number }) | null
  /** All that were ever mailed. */
  mailed: Known[]
  asked: number[]
}

const place = fc.record({
  who: fc.nat(1),
  purpose: fc.constantFrom<CodePurpose>('confirm', 'reset'),
})
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ask' as const), at: place }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('show' as const),
      at: place,
      /** Whose mail the code is from: their own, or another's, or of the other purpose. */
      from: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, place),
      /** How many mails ago. */
      back: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(2)),
      form: fc.constantFrom<keyof Known>('code', 'token'),
      broken: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.boolean()),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.nat(70) }) },
)

test('S4: a code lets in once, its person, for its purpose, in time, while it is the newest; and by hand while it is not tried out', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      server.wait(2 * 3_600_000)
      const happened: (string | number)[] = []
      const foreseen: (string | number)[] = []
      const memory = new Map<string, Memory>()
      const of = ({ who, purpose }: { who: number; purpose: CodePurpose }) => {
        const key = `${who} ${purpose}`
        const known = memory.get(key) ?? { standing: null, mailed: [], asked: [] }
        memory.set(key, known)
        return known
      }
      for (const one of steps) {
        server.wait(1000)
        const now = server.context.now().getTime()
        if (one.do === 'wait') server.wait(one.minutes * 60_000)
        if (one.do === 'ask') {
          const mailed = await ask(one.at)
          const mine = of(one.at)
          const lately = mine.asked.filter((at) => at > now - 3_600_000)
          happened.push(mailed ? 'mailed' : 'not mailed')
          const alive = lately.some((at) => at > now - CODE_LIFETIME_MS)
          foreseen.push(lately.length < 3 || !alive ? 'mailed' : 'not mailed')
          if (mailed) {
            mine.standing = { ...mailed, at: now, tries: 0 }
            mine.mailed.unshift(mailed)
            mine.asked.push(now)
          }
        }
        if (one.do === 'show') {
          const shown = of(one.from ?? one.at).mailed[one.back]?.[one.form] ?? 'NONE-SUCH'
          const typed = one.broken ? `${shown}Z` : shown
          const mine = of(one.at)
          const { standing } = mine
          const byLink = /^[\w-]{43}$/.test(typed)
          const alive =
            standing && now < standing.at + CODE_LIFETIME_MS && (byLink || standing.tries < 5)
          const right = alive && typed === (byLink ? standing.token : standing.code)
          const entered = await show(one.at, typed, one.times)
          happened.push(entered)
          foreseen.push(right ? 1 : 0)
          if (right) mine.standing = null
          else if (alive && !byLink) standing.tries += one.times
        }
      }
      expect(happened).toEqual(foreseen)
    }),
    { numRuns: 15 },
  )
})

type Place = { who: number; purpose: CodePurpose }

/** @returns what was mailed; null when nothing was */
async function ask({ who, purpose }: Place): Promise<Known | null> {
  const person = people[who] as PersonRow
  const before = (await server.mailsTo(person.email)).length
  await sendCode(server.context, server.context.db, person, purpose, '')
  const mails = await server.mailsTo(person.email)
  return mails.length > before && mails[0] ? codesIn(mails[0]) : null
}

/** Shows a code so many times at once. @returns how often it let in */
async function show({ who, purpose }: Place, code: string, times: number): Promise<number> {
  const { email } = people[who] as PersonRow
  await clearFailures(server.context.db, codeThrottleKey(purpose, email))
  let letIn = 0
  const tries = Array.from({ length: times }, () =>
    redeemCode(server.context, { user: email, purpose, code }, async () => {
      letIn += 1
    }),
  )
  for (const tried of await Promise.allSettled(tries))
    if (
      tried.status === 'rejected' &&
      !(tried.reason instanceof Refusal || tried.reason instanceof RateLimited)
    )
      throw tried.reason
  return letIn
}
