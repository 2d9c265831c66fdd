import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/dates.ts'
import { personByEmail } from '#db/accounts/people.ts'
import {
  startPayment,
  startTestPaymentServer,
  type TestPaymentServer,
} from '#testing/harness/testPaymentServer.ts'

let server: TestPaymentServer
beforeAll(async () => {
  server = await startTestPaymentServer({ callsPerMinute: 100_000 })
})
afterAll(() => server.close())

describe('the openings of a person', () => {
  test('are limited to sixty new attempts an hour; an open one is answered again', async () => {
    const ana = await server.as('ana')
    const { id } = (await personByEmail(server.context.db, 'ana@demo.surtidor.uy')) ?? expect.fail()
    const reference = await server.addDebt(123_450)
    // Fifty-nine declines of the last half hour.
    const from = server.context.now().getTime()
    await server.context.db.execute(`
      insert into payment_attempt (id, person_id, debt_reference, net_id, merchant_id, currency, amount,
        taxed_amount, tax_amount, tip_amount, installments, indi, state, audit_number, created_at)
      select gen_random_uuid(), '${id}', '${reference}', 'SURTIDOR', '900001', '858', 123450,
        0, 0, 0, 1, 6, 'REJECTED', 'declined ' || n,
        to_timestamp(${from} / 1000.0) - interval '30 minutes' + n * interval '1 second'
      from generate_series(1, 59) n`)
    const sixtieth = await startPayment(ana, reference)
    expect(sixtieth.responseHeader.responseCode).toBe('00')
    // P2: the open attempt, not another one.
    expect((await startPayment(ana, reference)).accessToken).toBe(sixtieth.accessToken)
    const other = await server.addDebt(284_300)
    const refused = await startPayment(ana, other)
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 1801])
    expect(await server.attemptsOf(other)).toEqual([])
    server.wait(HOUR_MS / 2 + 1000)
    expect((await startPayment(ana, other)).responseHeader.responseCode).toBe('00')
  })
})
