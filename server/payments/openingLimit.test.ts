import { beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/dates.ts'
import { personByEmail } from '#db/accounts/people.ts'
import { RateLimited } from '#server/http/errors.ts'
import { type LimitedCaller, take } from '#server/http/limits.ts'
import { OPENINGS } from '#server/payments/openAttempt.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { startPayment, startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'

let caller: LimitedCaller
const server = startForFile(() => startTestPaymentServer({ callsPerMinute: 100_000 }))
beforeAll(async () => {
  const ana = await personByEmail(server.context.db, 'ana@demo.surtidor.uy')
  caller = { limits: [OPENINGS], address: '', personId: ana?.id ?? expect.fail() }
})

describe('the openings of a person', () => {
  test('a person opens forty at once and sixty in any hour; an open one is answered again', async () => {
    const ana = await server.as('ana')
    // Thirty-nine openings of just now.
    for (let n = 0; n < 39; n += 1) await take(server.context, caller, OPENINGS)
    const reference = await server.addDebt(123_450)
    const fortieth = await startPayment(ana, reference)
    expect(fortieth.responseHeader.responseCode).toBe('00')
    // P2: the open attempt, not another one.
    expect((await startPayment(ana, reference)).accessToken).toBe(fortieth.accessToken)
    const other = await server.addDebt(284_300)
    const refused = await startPayment(ana, other)
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 180])
    expect(await server.attemptsOf(other)).toEqual([])
    server.wait(180_000)
    expect((await startPayment(ana, other)).responseHeader.responseCode).toBe('00')
    for (let n = 41; n < 60; n += 1) {
      server.wait(180_000)
      await take(server.context, caller, OPENINGS)
      await expect(take(server.context, caller, OPENINGS)).rejects.toThrow(RateLimited)
    }
  })

  test('the openings are counted exactly when several debts are opened at once', async () => {
    server.wait(2 * HOUR_MS)
    const ana = await server.as('ana')
    for (let n = 0; n < 38; n += 1) await take(server.context, caller, OPENINGS)
    const debts: string[] = []
    for (let n = 0; n < 4; n += 1) debts.push(await server.addDebt(123_450))
    const answers = await Promise.all(debts.map((debt) => startPayment(ana, debt)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  })
})
