import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { purchaseClaims } from '#contract/loyalty/purchaseClaims.ts'
import { exportData } from '#contract/user/exportData.ts'
import { answerClaims } from '#db/claims/answerClaims.ts'
import { inTransaction } from '#db/core/connection.ts'
import { eraseAccount } from '#db/eraseAccount.ts'
import { purgeExpired } from '#db/retention.ts'
import { objectSteps } from '#testing/console/objectSteps.ts'
import { cfe, reportedSale } from '#testing/fixtures/reportedItems.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { claimSteps } from '#testing/station/claimSteps.ts'

const server = testServerForFile()
const steps = startForFile(() => claimSteps(server))
const listOf = async (fields = {}) => accepted(await steps.ana.call(purchaseClaims, fields))
const claimRow = async (id: string) =>
  (await server.context.db.execute(sql`select state from purchase_claim where id = ${id}`)).rows[0]

describe('purchaseClaims', () => {
  test('lists the own claims in pages, and those of no other person', async () => {
    const driver = await server.as('driver00001')
    const ids = [(await steps.claimed(1)).id, (await steps.claimed(1)).id]
    const other = await steps.claimed(1, driver, '60100001')
    const one = await listOf({ count: 1 })
    const two = await listOf({ count: 1, after: one.next })
    const listed = [...one.claims, ...two.claims].map(({ id }) => id)
    expect(listed.toSorted()).toEqual(ids.toSorted())
    // That of the demo data.
    const three = await listOf({ count: 1, after: two.next })
    expect(three).toMatchObject({ claims: [{ receipt: { number: 48_213 } }], next: '' })
    expect((await listOf()).claims.map(({ id }) => id)).not.toContain(other.id)
  })

  test('T9: a claim whose server stopped after the report is answered by the job', async () => {
    const { db, now, rrn: nextRrn, jobs } = server.context
    const { number, id } = await steps.claimed(4)
    await db.execute(sql`update purchase_claim set security_code = 'x7Kd2M', identity = 'later'
      where id = ${id}`)
    const document = { ...cfe(number), securityCode: 'x7Kd2M' }
    await steps.report({ ...reportedSale('stopped', 4), cfe: document })
    await db.execute(sql`update purchase_claim set identity =
      (select identity from sale_event where ticket = 'stopped') where id = ${id}`)
    const matching = { now: now(), nextRrn, jobs }
    await answerClaims({ ...matching, inTransaction: (work) => inTransaction(db, work) })
    expect((await listOf()).claims.find((claim) => claim.id === id)).toMatchObject({
      state: 'credited',
      points: 12,
    })
  })

  test('are in the export, and end with the account or two years after their answer', async () => {
    const { db, now } = server.context
    const { id } = await steps.claimed(5)
    await steps.leave(id)
    const exceptions = objectSteps(steps.elena, 'exception')
    const rejection = { reason: 'no_points', answer: 'Era un canje.' }
    accepted(await exceptions.act(`claim:${id}`, 'reject', rejection))
    const waiting = await steps.claimed(5)
    const { data } = accepted(await steps.ana.call(exportData, {}))
    expect(data.reclamos).toContainEqual(
      expect.objectContaining({ state: 'rejected', reason: 'no_points', answer: 'Era un canje.' }),
    )
    await purgeExpired(db, new Date(now().getTime() + 729 * DAY_MS))
    expect(await claimRow(id)).toEqual({ state: 'rejected' })
    await purgeExpired(db, new Date(now().getTime() + 731 * DAY_MS))
    expect(await claimRow(id)).toBeUndefined()
    expect(await claimRow(waiting.id)).toEqual({ state: 'waiting' })
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from person where email = 'ana@demo.surtidor.uy'`,
    )
    const personId = rows[0]?.id ?? ''
    const request = { personId, delayKeys: [], now: now() }
    expect(await inTransaction(db, (tx) => eraseAccount(tx, request))).toBe('erased')
    expect(await claimRow(waiting.id)).toBeUndefined()
  })
})
