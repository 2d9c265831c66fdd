import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { claimPurchase } from '#contract/loyalty/claimPurchase.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { purchaseClaims } from '#contract/loyalty/purchaseClaims.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { balanceOf } from '#db/loyalty/pointsLedger.ts'
import { objectSteps, rowsOf } from '#testing/console/objectSteps.ts'
import { cfe, reportedSale, returnOf } from '#testing/fixtures/reportedItems.ts'
import { startForFile } from '#testing/harness/startForTests.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

const server = testServerForFile({ checked: true })
const people = startForFile(async () => ({
  ana: await server.as('ana'),
  driver: await server.as('driver00001'),
  elena: objectSteps(await server.as('elena'), 'exception'),
  till: await enrolTestTerminal(server),
  /** Of a station with another RUT. */
  other: await enrolTestTerminal(server, 'E088'),
}))
const LOYALTIES = { ana: '60000001', driver: '60100001' }
const CODE = 'x7Kd2M'

describe('claims of one receipt by two drivers', () => {
  test.each([
    ['without a code', '', false, 'credited'],
    ['without a code, which waits for an operator', '', true, 'credited'],
    ['with a wrong code', 'abc123', false, 'differs'],
  ])('T9: one %s does not keep out the right one', async (title, wrong, reported, reason) => {
    const document = { ...cfe(600 + title.length), securityCode: CODE }
    const sale = { ...reportedSale(`P${title.length}`, 10), cfe: document }
    const report = () => people.till.call(reportSales, { items: [sale] })
    const claim = async (by: keyof typeof LOYALTIES, securityCode: string) => {
      await server.context.db.execute(sql`delete from rate_limit`)
      const receipt = { ...document, amount: 76_880, date: '20260906', securityCode }
      return await people[by].call(claimPurchase, { loyaltyCode: LOYALTIES[by], receipt })
    }
    const claimOf = async (by: keyof typeof LOYALTIES) =>
      accepted(await people[by].call(purchaseClaims, {})).claims.find(
        ({ receipt }) => receipt.number === document.number,
      )
    if (reported) await report()
    const stateOf = async (...claimed: Parameters<typeof claim>) =>
      accepted(await claim(...claimed)).claim.state
    const before = await balanceOf(server.context.db, LOYALTIES.driver)
    expect(await stateOf('ana', wrong)).toBe(reported ? 'operator' : 'waiting')
    expect((await claim('driver', wrong)).responseHeader.reason).toBe('receipt_claimed')
    expect(await stateOf('driver', CODE)).toBe(reported ? 'credited' : 'waiting')
    expect((await claimOf('ana'))?.state).toBe(reported ? 'rejected' : 'waiting')
    await report()
    expect(await claimOf('driver')).toMatchObject({ state: 'credited', points: 30 })
    expect(await claimOf('ana')).toMatchObject({ state: 'rejected', reason })
    expect(await balanceOf(server.context.db, LOYALTIES.driver)).toBe(before + 30)
  })
})

describe('a claim of a document that another station reported', () => {
  test('T9: waits for the report of its issuer', async () => {
    const document = { ...cfe(700), securityCode: CODE }
    const items = [{ ...reportedSale('O1', 10), cfe: document }]
    const reportBy = async (till: keyof typeof people & ('till' | 'other')) =>
      accepted(await people[till].call(reportSales, { items }))
    await reportBy('other')
    const receipt = { ...document, amount: 76_880, date: '20260906' }
    const fields = { loyaltyCode: LOYALTIES.ana, receipt }
    const { claim } = accepted(await people.ana.call(claimPurchase, fields))
    expect(claim.state).toBe('waiting')
    const page = await people.elena.page(`claim:${claim.id}`)
    expect(rowsOf(page, 'Ventas posibles').map((row) => row.at(-1)?.text)).toEqual([
      'Es el comprobante, que otra estación informó',
    ])
    await reportBy('till')
    const { claims } = accepted(await people.ana.call(purchaseClaims, {}))
    expect(claims.find(({ id }) => id === claim.id)).toMatchObject({
      state: 'credited',
      points: 30,
    })
  })
})

describe('the pending points of a credited claim', () => {
  test('are told with the day from which they can be spent, to its driver alone', async () => {
    const { ana, driver, till } = people
    const held = async () => accepted(await ana.call(loyalties, {})).loyalties[0]
    const before = (await held())?.pendingPoints ?? 0
    const document = { ...cfe(800), securityCode: CODE }
    const sale = { ...reportedSale('Q1', 10), cfe: document }
    await till.call(reportSales, { items: [sale] })
    const receipt = { ...document, amount: 76_880, date: '20260906' }
    const fields = { loyaltyCode: LOYALTIES.ana, receipt }
    const { claim } = accepted(await ana.call(claimPurchase, fields))
    // The rule of the demo data keeps points pending for a day.
    const pendingUntil = '20260909000000'
    expect(claim).toMatchObject({ state: 'credited', points: 30, pendingUntil })
    expect(await held()).toMatchObject({ pendingPoints: before + 30, pendingUntil })
    const claims = async (by: typeof ana) => accepted(await by.call(purchaseClaims, {})).claims
    expect(await claims(ana)).toContainEqual(claim)
    expect((await claims(driver)).map(({ id }) => id)).not.toContain(claim.id)
    // What was returned meanwhile is not pending.
    await till.call(reportSales, { items: [returnOf(sale, 'D-1', 10)] })
    const returned = (await claims(ana)).find(({ id }) => id === claim.id)
    expect(returned?.pendingUntil).toBeUndefined()
  })
})
