import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { ReportedItem } from '#contract/entities/reportedItem.ts'
import { closeShift } from '#contract/station/closeShift.ts'
import { heartbeat } from '#contract/station/heartbeat.ts'
import { reportSales } from '#contract/station/reportSales.ts'
import { terminal } from '#db/tables/terminals.ts'
import { reportedSale } from '#testing/fixtures/reportedItems.ts'
import { accepted } from '#testing/harness/testClient.ts'
import { testServerForFile } from '#testing/harness/testServer.ts'
import { enrolTestTerminal, terminalWith } from '#testing/station/testTerminal.ts'

const server = testServerForFile()

describe('heartbeat', () => {
  test('answers the time and the station, and stores when and with what clock', async () => {
    const { key, id } = await enrolTestTerminal(server, 'E003')
    const { context, url } = server
    const ahead = () => new Date(context.now().getTime() + 90_000)
    const fast = terminalWith(key, { url, context: { ...context, now: ahead } })
    expect(await fast.call(heartbeat, {})).toMatchObject({
      time: '20260907120000',
      clockSkew: 90,
      terminalName: 'Caja 1',
      branchCode: 'E003',
      branchName: expect.stringMatching(/^Estación /),
    })
    const { rules } = await fast.call(heartbeat, {})
    // One of each product and programme: those of three years ago are replaced.
    expect(rules).toHaveLength(14)
    expect(rules).toContainEqual({
      programme: 'surtidor',
      product: 'super',
      weekdays: [],
      hourFrom: 0,
      hourUntil: 24,
      means: [],
      perLitre: 3,
      perHundred: 0,
      validFrom: '20260201000000',
      validUntil: '',
    })
    const [row] = await context.db.select().from(terminal).where(eq(terminal.id, id))
    expect(row).toMatchObject({ heardAt: context.now(), clockSkew: 90 })
  })

  test('asks for the items of a closed shift that are missing, until the till has reported them', async () => {
    const till = await enrolTestTerminal(server, 'E004')
    const neighbour = await enrolTestTerminal(server, 'E004')
    const shift = 'H1'
    const sales = ['007', '008', '009', '010', '011', '012'].map((ticket) =>
      reportedSale(ticket, 1, { shift }),
    )
    const report = async (items: ReportedItem[]) =>
      accepted(await till.call(reportSales, { items }))
    const askedOf = async ({ call }: Pick<typeof till, 'call'>) =>
      accepted(await call(heartbeat, {})).incompleteShifts
    // The batch of the tickets 008, 010 and 011 was lost.
    await report(sales.filter((_, place) => [0, 2, 5].includes(place)))
    expect(await askedOf(till)).toEqual([])
    const amounts = [{ currency: '858' as const, amount: 6 * 7688 }]
    const quantities = [{ product: 'super' as const, millilitres: 6000 }]
    const totals = { shift, sales: 6, voids: 0, returns: 0, amounts, quantities }
    for (const scope of ['terminal', 'station'] as const)
      await till.call(closeShift, { ...totals, scope })
    const asked = {
      shift,
      differences: [
        { total: 'sales', sent: 6, found: 3 },
        { total: 'amounts.858', sent: 6 * 7688, found: 3 * 7688 },
        { total: 'millilitres.super', sent: 6000, found: 3000 },
      ],
      tickets: ['008', '010', '011'],
    }
    const ofStation = { ...asked, scope: 'station' }
    expect(await askedOf(till)).toEqual([ofStation, { ...asked, scope: 'terminal' }])
    expect(await askedOf(neighbour)).toEqual([{ ...ofStation, tickets: [] }])

    const { results } = await report(sales)
    expect(results.filter(({ result }) => result === 'duplicate')).toHaveLength(3)
    expect(await askedOf(till)).toEqual([])
    // One that has more than was counted waits for an operator: no item is missing.
    await report([reportedSale('013', 1, { shift })])
    expect(await askedOf(till)).toEqual([])
  })

  test('asks for at most 100 tickets, and for none of tickets that are no numbers', async () => {
    const till = await enrolTestTerminal(server, 'E005')
    const shift = 'H2'
    const items = ['1', '500000', 'A-3'].map((ticket) => reportedSale(ticket, 1, { shift }))
    await till.call(reportSales, { items })
    const none = { voids: 0, returns: 0, amounts: [], quantities: [] }
    await till.call(closeShift, { shift, scope: 'terminal', sales: 4, ...none })
    const [asked] = accepted(await till.call(heartbeat, {})).incompleteShifts
    expect(asked?.tickets).toEqual(Array.from({ length: 100 }, (_, place) => String(place + 2)))
  })
})
