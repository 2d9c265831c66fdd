import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { inTransaction } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { uuidOf } from '#db/core/uuid.ts'
import { attemptById } from '#db/payments/attempts.ts'
import { refundedAlone } from '#db/payments/refunds.ts'
import { decide, proposalOf } from '#db/proposals/proposals.ts'
import type { Context } from '#server/context.ts'
import { confirmRefund, REFUNDS, requestRefund } from '#server/payments/refunds.ts'
import { payNewDebt, refundSteps } from '#testing/console/refundSteps.ts'
import { waitForBlocked } from '#testing/database/lockHolder.ts'
import { createPersonLike } from '#testing/harness/createPerson.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { startTestPaymentServer } from '#testing/harness/testPaymentServer.ts'

const server = startForFile(startTestPaymentServer)

describe('the sum of a payer on a day', () => {
  test('is read by one operator at a time, until the refund is stored', async () => {
    const { db, now } = server.context
    const { id } = await payNewDebt(server, await server.as('ana'), 284_300)
    const attempt = await attemptById(db, id)
    const sumFor = (tx: Db, name: string) =>
      refundedAlone(tx, { actorId: uuidOf(name), now: now() }, attempt)
    const order: string[] = []
    let later: Promise<unknown> | undefined
    await inTransaction(db, async (tx) => {
      await sumFor(tx, 'one')
      later = inTransaction(db, (other) => sumFor(other, 'two')).then(() => order.push('two'))
      await waitForBlocked(server.owner, 1)
      order.push('one')
    })
    await later
    expect(order).toEqual(['one', 'two'])
  })
})

describe('an operator', () => {
  test('neither proposes nor confirms the refund of their own payment, whoever proposed it', async () => {
    const { context } = server
    const { id } = await payNewDebt(server, await server.as('ana'), 284_300)
    await createPersonLike(server, 'second', 'elena')
    server.wait(DAY_MS)
    const elena = refundSteps(server, 'elena', await server.as('elena'))
    const second = refundSteps(server, 'second', await server.as('second'))
    context.config.refundLimits['858'] = 0
    accepted(await elena.refund(id, '200'))
    const payAs = async (name: string) =>
      (
        await server.owner.query<{ personId: string }>(
          `update payment_attempt set person_id = (select id from person where email = $2)
            where id = $1 returning person_id as "personId"`,
          [id, `${name}@demo.surtidor.uy`],
        )
      ).rows[0]
    const payer = await payAs('second')
    expect((await second.page(id)).actions.map(({ name }) => name)).toEqual(['note'])
    expect((await second.decide(id, 'confirmed')).responseHeader.reason).toBe('action_gone')
    const proposed = await proposalOf(context.db, 'refund', id)
    if (!proposed || !payer) throw new Error('nothing waits')
    const caller = { ...payer, address: '', limits: [REFUNDS] } as never
    const by = { actorId: payer.personId, now: context.now() }
    const asked = { attemptId: id, kind: 'refund', amount: 1, reason: 'complaint' } as const
    for (const [to, run] of [
      ['confirmed', (of: Context) => confirmRefund(of, caller, proposed)],
      ['rejected', (of: Context) => requestRefund(of, caller, { ...asked, observations: '' })],
    ] as const)
      await expect(
        inTransaction(context.db, async (db) => {
          await decide(db, proposed, to, by)
          await run({ ...context, db })
        }),
      ).rejects.toMatchObject({ reason: 'own_request' })
    await payAs('ana')
  })
})
