import type { RequestOf } from '#contract/call.ts'
import { carFigures } from '#contract/car/carFigures.ts'
import { carLog } from '#contract/car/carLog.ts'
import { carReminders } from '#contract/car/carReminders.ts'
import { importCarLog } from '#contract/car/importCarLog.ts'
import { saveCarEntry } from '#contract/car/saveCarEntry.ts'
import { saveCarPurchase } from '#contract/car/saveCarPurchase.ts'
import { saveCarReminder } from '#contract/car/saveCarReminder.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { reportedSale } from '#testing/fixtures/reportedItems.ts'
import { accepted } from '#testing/harness/testClient.ts'
import type { Person, TestServer } from '#testing/harness/testServer.ts'
import { enrolTestTerminal } from '#testing/station/testTerminal.ts'

/** A plate of no vehicle of the demo data. */
export const PLATE = 'ZZA1001'
export const SEPTEMBER = { dateFrom: '20260901000000', dateTo: '20260930235959' }

/** Steps of ana with the log of a car, and of a till that reports her purchases. */
export async function carSteps(server: TestServer) {
  const ana = await server.as('ana')
  const till = await enrolTestTerminal(server)
  let tickets = 0
  const report = async (...items: unknown[]) => accepted(await till.call(reportSales, { items }))
  const entriesOf = async (plate = PLATE, who: Person = ana) =>
    accepted(await who.call(carLog, { plate, ...SEPTEMBER })).entries
  return {
    ana,
    report,
    entriesOf,
    figures: async (plate = PLATE) =>
      accepted(await ana.call(carFigures, { plate, ...SEPTEMBER })).figures,
    /** A sale of ana's, reported. @returns it and its entry */
    bought: async (plate = PLATE, given: Parameters<typeof reportedSale>[2] = {}) => {
      tickets += 1
      const ticket = `CAR-${tickets}`
      const before = new Set((await entriesOf(plate)).map(({ id }) => id))
      const sale = reportedSale(ticket, 20, { loyaltyCode: '60000001', plate, ...given })
      await report(sale)
      const entry = (await entriesOf(plate)).find(({ id }) => !before.has(id))
      if (!entry) throw new Error(`no entry of ${ticket}`)
      return { sale, entry }
    },
    /** A file of a log, previewed or imported. */
    send: (text: string | Buffer, plates: string[] = [], who = ana) =>
      who.call(importCarLog, { file: Buffer.from(text as string).toString('base64'), plates }),
    note: (rrn: string, fields: Partial<RequestOf<typeof saveCarPurchase>> = {}, who = ana) =>
      who.call(saveCarPurchase, { rrn, ...fields }),
    remind: (fields: Partial<RequestOf<typeof saveCarReminder>> = {}, who = ana) =>
      who.call(saveCarReminder, { plate: PLATE, kind: 'service', ...fields }),
    reminders: async (who = ana) => accepted(await who.call(carReminders, {})).reminders,
    type: (fields: Partial<RequestOf<typeof saveCarEntry>> = {}, who = ana) =>
      who.call(saveCarEntry, {
        plate: PLATE,
        kind: 'fuel',
        date: '20260901',
        amount: 200_000,
        product: 'super',
        millilitres: 30_000,
        ...fields,
      }),
  }
}
