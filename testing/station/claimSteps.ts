import { sql } from 'drizzle-orm'
import type { ReportedItem } from '#contract/entities/reportedItem.ts'
import { claimPurchase } from '#contract/loyalty/claimPurchase.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { cfe } from '#testing/fixtures/reportedItems.ts'
import { accepted, type TestClient } from '#testing/harness/testClient.ts'
import type { TestServer } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

/** Ana's loyalty in the club. */
export const ANA = '60000001'

/** Ana, an operator and a till, with the steps by which a claim is made and answered. */
export async function claimSteps(server: TestServer) {
  const [ana, elena] = [await server.as('ana'), await server.as('elena')]
  const till = await enrolTestTerminal(server)
  const { db, now } = server.context
  let numbers = 800
  return {
    ana,
    elena,
    till,
    report: async (...items: ReportedItem[]) =>
      accepted(await till.call(reportSales, { items })).results,
    /** A claim of a receipt without a security code, beside the limit. @returns the number of its CFE, and its id */
    claimed: async (litres: number, by: TestClient = ana, loyaltyCode = ANA) => {
      const number = (numbers += 1)
      await db.execute(sql`delete from rate_limit`)
      const receipt = { ...cfe(number), amount: litres * 7688, date: '20260906', securityCode: '' }
      const { claim } = accepted(await by.call(claimPurchase, { loyaltyCode, receipt }))
      return { number, id: claim.id }
    },
    /** The till did not report it in time, so that an operator has waited for it for some days. */
    leave: (id: string, days = 0) =>
      db.execute(sql`update purchase_claim
        set operator_from = ${now()}::timestamptz - ${days} * interval '1 day' where id = ${id}`),
  }
}
