import { describe, expect, test } from 'vitest'
import { createCorruptibleDatabase } from '#testing/database/corruptibleDatabase.ts'
import type { FreshDatabase } from '#testing/database/freshDatabase.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { insertTills } from '#testing/station/testTills.ts'

/** Each invariant of payment requests is violated on purpose, and the check names the row. */
const database = startForFile(() => createCorruptibleDatabase(payOne))

const ID = '5d0ca5e0-0000-4000-8000-0000000000aa'
const PAID = `select p.id from payment_attempt p where p.state = 'PAID' order by p.id limit 1`

/** A request that a paid attempt of the demo data pays. */
async function payOne({ client }: FreshDatabase) {
  const [till] = await insertTills(client)
  await client.query(
    `insert into payment_request (id, code, branch_code, terminal_id, reference, ticket, lines, currency, amount,
        taxed_amount, tax_amount, indi, final_consumer, rrn, state, told_state, created_at, expires_at, settled_at,
        paid_at, attempt_id)
      select $1, 'CODE', $2, $3, 'R1', 'T1', '[]', p.currency, p.amount, 0, 0, 0, true, '000000000001', 'paid', 'paid',
        p.created_at, p.created_at, p.settled_at, p.settled_at, p.id
      from payment_attempt p where p.id = (${PAID})`,
    [ID, till?.branchCode, till?.terminalId],
  )
  await client.query(
    `update debt set request_id = $1
      where reference = (select debt_reference from payment_attempt where id = (${PAID}))`,
    [ID],
  )
}

describe('the invariants of payment requests', () => {
  test('T13: reports a request in another state than its attempt, paid by another, and after the close', async () => {
    expect(await database.after(`update payment_request set reason = ''`)).toEqual({})
    const other = await database.after(`update payment_request set state = 'voided'`)
    expect(other.T13).toContain('otro estado que su intento')
    const waiting = await database.after(
      `update payment_request set state = 'waiting', attempt_id = null, paid_at = null, settled_at = null`,
    )
    expect(waiting.T13).toContain('intento pago de un cobro que no lo está')
    const owed = await database.after(
      `update debt set request_id = '${ID}' where reference =
        (select reference from debt where state = 'PENDING' limit 1)`,
    )
    expect(owed.T13).toContain('deuda de un cobro que terminó')
    const late = await database.after(
      `update payment_request set state = 'voiding', reason = 'tarde', settled_at = paid_at + interval '2 days'`,
    )
    expect(late.T13).toContain('anulado después del cierre del día')
    const atNight = await database.after(
      `update payment_request q set state = 'voiding', reason = 'de noche', settled_at = (
        select (p.created_at at time zone 'America/Montevideo')::date + interval '1 day 1 hour'
        from payment_attempt p where p.id = q.attempt_id) at time zone 'America/Montevideo'`,
    )
    expect(atNight).toEqual({})
  })

  test('T14: reports an outcome that the till was told of before it was one', async () => {
    const early = await database.after(
      `update payment_request set state = 'waiting', attempt_id = null, paid_at = null, settled_at = null`,
    )
    expect(early.T14).toContain('avisado sin pago')
    const other = await database.after(`update payment_request set told_state = 'expired'`)
    expect(other.T14).toContain('avisado de otro desenlace')
  })
})
