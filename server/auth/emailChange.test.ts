import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import { confirmEmailChange } from '#contract/user/confirmEmailChange.ts'
import { confirmResetPassword } from '#contract/user/confirmResetPassword.ts'
import { login } from '#contract/user/login.ts'
import { requestEmailChange } from '#contract/user/requestEmailChange.ts'
import { UNDO_DAYS } from '#db/accounts/emailChanges.ts'
import { countGuess, delayKey } from '#server/auth/loginDelay.ts'
import { CODE_LIFETIME_MS } from '#server/mail/queueEmail.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { codesIn, PASSWORD, testServerForFile } from '#testing/harness/testServer.ts'

const server = testServerForFile()

/** One emailed change, as the model knows it. */
interface Change {
  from: string
  to: string
  oldCode: string
  newCode: string
  /** Of the links to the old address. */
  tokens: string[]
  at: number
  tries: number
  confirmedAt: number | null
  ended: boolean
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('request' as const), to: fc.nat(2) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('confirm' as const),
      /** How many requests ago each code was sent. */
      oldBack: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(2)),
      newBack: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(2)),
      crossed: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.boolean()),
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('stop' as const), back: fc.nat(2), link: fc.nat(1) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      milliseconds: fc.constantFrom(60_000, CODE_LIFETIME_MS, DAY_MS, UNDO_DAYS * DAY_MS),
    }),
  },
)

let people = 0
let number = 0

describe('a change of email', () => {
  test('S5: takes both codes of the newest request, once and in time; the old address stops or undoes it and what follows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
        const name = `mudanza${++people}`
        const first = `${name}@demo.surtidor.uy`
        const addresses = [0, 1, 2].map((each) => `${name}-${each}@correo.example`)
        await createPersonLike(server, name, 'fede')
        const { rows } = await server.context.db.execute<{ id: string }>(
          `select id from person where email = '${first}'`,
        )
        let email = first
        let password = PASSWORD
        const changes: Change[] = []
        const now = () => server.context.now().getTime()
        const signIn = async (user: string) => {
          const answer = await server.stranger.call(login, { user, password })
          if (answer.responseHeader.responseCode !== '00') return undefined
          return server.session(answer.user.userSessionToken)
        }
        const newest = async (to: string) => codesIn((await server.mailsTo(to))[0] ?? { text: '' })
        for (const one of steps) {
          server.wait(1000)
          await countGuess(server.context, delayKey('email change', rows[0]?.id ?? ''), true)
          const me = await signIn(email)
          expect(me, `signs in as ${email}`).toBeDefined()
          if (!me) return
          if (one.do === 'wait') server.wait(one.milliseconds)
          if (one.do === 'request') {
            // The limit of emails an hour is tested beside the call.
            server.wait(HOUR_MS)
            const to = addresses[one.to] ?? ''
            const fresh = await signIn(email)
            const answer = await fresh?.call(requestEmailChange, { email: to, password })
            expect(answer?.responseHeader.responseCode).toBe(to === email ? '05' : '00')
            if (to === email) continue
            for (const each of changes) if (each.confirmedAt === null) each.ended = true
            const old = await newest(email)
            changes.unshift({
              from: email,
              to,
              oldCode: old.code,
              newCode: (await newest(to)).code,
              tokens: [old.token],
              at: now(),
              tries: 0,
              confirmedAt: null,
              ended: false,
            })
          }
          if (one.do === 'confirm') {
            const [a, b] = [changes[one.oldBack], changes[one.newBack]]
            const given = { oldCode: a?.oldCode ?? 'NONE', newCode: b?.newCode ?? 'NONE' }
            const codes = one.crossed ? { oldCode: given.newCode, newCode: given.oldCode } : given
            const header = { auditNumber: `confirm-${(number += 1)}` }
            const answers = await Promise.all(
              Array.from({ length: one.times }, () =>
                me.call(confirmEmailChange, codes, { header }),
              ),
            )
            const pending = changes.find((each) => !each.ended && each.confirmedAt === null)
            const isPair = !one.crossed && a !== undefined && a === b
            const inTime = pending && now() < pending.at + CODE_LIFETIME_MS && pending.tries < 5
            const isRight = isPair && a === pending && inTime
            if (isRight) {
              a.confirmedAt = now()
              email = a.to
              a.tokens.push((await newest(a.from)).token)
            } else if (inTime) pending.tries += 1
            const expected = isRight ? '00' : '05'
            expect(answers.map((each) => each.responseHeader.responseCode)).toEqual(
              answers.map(() => expected),
            )
          }
          if (one.do === 'stop') {
            const change = changes[one.back]
            const token = change?.tokens[one.link]
            if (!change || !token) continue
            const until =
              change.confirmedAt === null
                ? change.at + CODE_LIFETIME_MS
                : change.confirmedAt + UNDO_DAYS * DAY_MS
            const works = !change.ended && now() < until
            const fresh = `una frase nueva ${people} ${now()}`
            const answer = await server.stranger.call(confirmResetPassword, {
              user: change.from,
              code: token,
              password: fresh,
            })
            expect(answer.responseHeader.responseCode).toBe(works ? '00' : '05')
            if (!works) continue
            expect(await signIn(email), 'the old password').toBeUndefined()
            password = fresh
            email = change.from
            for (const each of changes) if (each.at >= change.at) each.ended = true
          }
        }
        expect(await signIn(email)).toBeDefined()
      }),
      { numRuns: 6 },
    )
  })
})
