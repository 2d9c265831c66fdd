import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/dates.ts'
import { login } from '#contract/user/login.ts'
import { BANK_UNDO_DAYS } from '#db/loyalty/bankAccountChanges.ts'
import { createLockHolder } from '#testing/database/lockHolder.ts'
import { ANA, bankAccountSteps } from '#testing/harness/bankAccountSteps.ts'
import { PASSWORD, testServerForEachTest } from '#testing/harness/testServer.ts'

let steps: ReturnType<typeof bankAccountSteps>
const server = testServerForEachTest()
beforeEach(async () => {
  steps = bankAccountSteps(server)
})

describe('concurrent changes and undos of the bank account', () => {
  test('one of many copies of an undo counts', async () => {
    const before = await steps.stored()
    const ana = await server.as('ana')
    await steps.change(ana, 3)
    const token = await steps.tokenOf()
    const answers = await Promise.all(
      [0, 1, 2, 3].map((n) => steps.undo(token, `una frase bien larga ${n}`)),
    )
    const codes = answers.map(({ responseCode }) => responseCode)
    expect(codes.toSorted()).toEqual(['00', '05', '05', '05'])
    expect(await steps.stored()).toEqual(before)
    const winner = codes.indexOf('00')
    const enterWith = await server.stranger.call(login, {
      user: ANA,
      password: `una frase bien larga ${winner}`,
    })
    expect(enterWith.responseHeader.responseCode).toBe('00')
  })

  test('a change that waits for the undo is refused: its session has ended', async () => {
    const before = await steps.stored()
    const thief = await server.as('ana')
    await steps.change(thief, 3)
    const token = await steps.tokenOf()
    const lockHolder = await createLockHolder(server)
    await lockHolder.lock(`select 1 from loyalty where code = '60000001' for update`)
    const undone = steps.undo(token)
    await lockHolder.waitForBlocked(1)
    const late = steps.change(thief, 4)
    await lockHolder.waitForBlocked(2)
    await lockHolder.release('rollback')
    expect((await undone).responseCode).toBe('00')
    expect((await late).responseHeader.responseCode).toBe('88')
    expect(await steps.stored()).toEqual(before)
  })

  test('an undo that waits for a later change takes it back too', async () => {
    const before = await steps.stored()
    const thief = await server.as('ana')
    await steps.change(thief, 3)
    const token = await steps.tokenOf()
    const lockHolder = await createLockHolder(server)
    await lockHolder.lock(`select 1 from loyalty where code = '60000001' for update`)
    const late = steps.change(thief, 4)
    await lockHolder.waitForBlocked(1)
    const undone = steps.undo(token)
    await lockHolder.waitForBlocked(2)
    await lockHolder.release('rollback')
    expect((await late).responseHeader.responseCode).toBe('00')
    expect((await undone).responseCode).toBe('00')
    expect(await steps.stored()).toEqual(before)
  })
})

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('change' as const), to: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('undo' as const), back: fc.nat(3) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.constantFrom(1, 6, 7) }),
  },
)

describe('the links of changes of the bank account', () => {
  test('each restores exactly what was before its change, once and for seven days, and ends what followed', async () => {
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (done) => {
        round += 1
        let password = round === 1 ? PASSWORD : `una frase de la ronda ${round - 1}`
        let rows = await steps.stored()
        /** The model: each change with the rows before it. */
        const changes: { token: string; before: typeof rows; at: number; over: boolean }[] = []
        let ana = await steps.enter(password)
        for (const one of done) {
          server.wait(HOUR_MS)
          const now = server.context.now().getTime()
          if (one.do === 'wait') server.wait(one.days * DAY_MS)
          if (one.do === 'change') {
            const mails = (await server.mailsTo(ANA)).length
            const answer = await steps.change(ana, one.to)
            expect(answer.responseHeader.responseCode).toBe('00')
            const after = await steps.stored()
            const isTold = (await server.mailsTo(ANA)).length > mails
            expect(isTold).toBe(JSON.stringify(after) !== JSON.stringify(rows))
            if (isTold)
              changes.push({ token: await steps.tokenOf(), before: rows, at: now, over: false })
            rows = after
          }
          if (one.do === 'undo') {
            const target = changes.at(-1 - one.back)
            if (!target) continue
            const works = !target.over && now < target.at + BANK_UNDO_DAYS * DAY_MS
            const fresh = `una frase de hoy ${now}`
            expect((await steps.undo(target.token, fresh)).responseCode).toBe(works ? '00' : '05')
            if (works) {
              rows = target.before
              password = fresh
              for (const later of changes.slice(changes.indexOf(target))) later.over = true
              ana = await steps.enter(password)
            }
          }
          expect(await steps.stored()).toEqual(rows)
          ana = await steps.enter(password)
        }
        const last = `una frase de la ronda ${round}`
        await server.context.db.execute(
          sql`update person set password_hash = ${await server.context.passwords.withSlot(({ hash }) => hash(last))} where email = ${ANA}`,
        )
      }),
      { numRuns: 6 },
    )
  })
})
