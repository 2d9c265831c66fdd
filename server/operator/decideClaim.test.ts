import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { purchaseClaims } from '#contract/loyalty/purchaseClaims.ts'
import { notifications } from '#contract/user/notifications.ts'
import { checkInvariants } from '#db/invariants/checkInvariants.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { cfe, reportedSale } from '#testing/fixtures/reportedItems.ts'
import { startForFile } from '#testing/harness/startFor.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { ANA, claimSteps } from '#testing/station/claimSteps.ts'

const server = testServerForFile()
const steps = startForFile(() => claimSteps(server))

const rejection = { reason: 'not_found', answer: 'El ticket es de otra red.' } as const
const claimOf = async (id: string) =>
  accepted(await steps.ana.call(purchaseClaims, {})).claims.find((claim) => claim.id === id)
const auditOf = async (id: string) =>
  (
    await server.context.db.execute(
      sql`select detail from audit where action = 'decideClaim' and subject = ${id}`,
    )
  ).rows.map(({ detail }) => detail)
const told = async () => accepted(await steps.ana.call(notifications, {})).notifications
const assertInvariants = async () => expect(await checkInvariants(server.context.db)).toEqual([])

describe('decideClaim', () => {
  test('T9: credits a sale once, tells the driver and appends an audit entry', async () => {
    const { id } = await steps.claimed(17)
    await steps.report(reportedSale('found', 17))
    await steps.leave(id)
    const sale = (await steps.waiting()).find((claim) => claim.id === id)?.sales[0]?.sale ?? ''
    const before = await balanceOf(server.context.db, ANA)
    const both = await Promise.all([steps.decide(id, { sale }), steps.decide(id, { sale })])
    for (const answer of both) accepted(answer)
    expect((await balanceOf(server.context.db, ANA)) - before).toBe(51)
    expect(await claimOf(id)).toMatchObject({ state: 'credited', points: 51 })
    expect(await auditOf(id)).toEqual([{ to: 'credited', sale }])
    expect((await told()).map(({ title }) => title)).toContain('Encontramos tu compra')
    expect((await steps.decide(id, rejection)).responseHeader.reason).toBe('claim_decided')
    // The same sale answers no other claim.
    const again = await steps.claimed(17)
    expect((await steps.decide(again.id, { sale })).responseHeader.reason).toBe('claim_sale')
    expect(await auditOf(again.id)).toEqual([])
    await assertInvariants()
  })

  test('rejects with a reason and words, which the driver reads', async () => {
    const { id } = await steps.claimed(18)
    await steps.leave(id)
    accepted(await steps.decide(id, rejection))
    accepted(await steps.decide(id, rejection))
    expect(await claimOf(id)).toMatchObject({
      state: 'rejected',
      reason: 'not_found',
      sentence:
        'Le preguntamos a la estación y no encontramos esa compra. El ticket es de otra red.',
    })
    expect(await auditOf(id)).toEqual([{ to: 'rejected', reason: 'not_found' }])
    expect((await told()).map(({ text }) => text).join('\n')).toContain('El ticket es de otra red.')
    expect((await steps.decide(id, { sale: 'x' })).responseHeader.reason).toBe('claim_decided')
    await assertInvariants()
  })

  test('T9: a decision at the same time as the till’s report answers once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { number, id } = await steps.claimed(3)
      const sale = { ...reportedSale(`R${number}`, 3), cfe: cfe(number) }
      await Promise.all([steps.decide(id, rejection), steps.report(sale)])
      expect(await claimOf(id)).toMatchObject({ state: 'rejected' })
    }
    await assertInvariants()
  })

  test.each([
    ['neither a sale nor a reason', {}],
    ['a reason without words', { reason: 'other' }],
    ['a sale and a reason', { sale: 'x', ...rejection }],
  ])('refuses %s', async (_what, given) => {
    const { id } = await steps.claimed(2)
    expect((await steps.decide(id, given)).responseHeader.responseCode).toBe('05')
    expect(await claimOf(id)).toMatchObject({ state: 'waiting' })
  })

  test('refuses an unknown claim, an unknown sale, and the operator’s own claim', async () => {
    const { id } = await steps.claimed(2)
    expect((await steps.decide('no', rejection)).responseHeader.reason).toBe('not_found')
    expect((await steps.decide(id, { sale: 'ticket:no' })).responseHeader.reason).toBe('claim_sale')
    await server.context.db.execute(sql`update purchase_claim set person_id =
      (select id from person where email = 'elena@demo.surtidor.uy') where id = ${id}`)
    expect((await steps.decide(id, rejection)).responseHeader.reason).toBe('own_request')
  })
})
