import { productName } from '#contract/reference/stationServices.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'
import type { DemoAccount } from '#db/demo/members.ts'
import type { Sale } from '#db/demo/sales.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import { appendEntries } from '#db/loyalty/ledgerEntries.ts'
import type { Posting } from '#db/loyalty/pointsLedger.ts'

/** An event that changes a member's points. */
export type LedgerEvent = Omit<Posting, 'id' | 'loyaltyCode'>

/** Rewards and their price in points. One that costs at most 80 % of the balance is redeemed. */
const REWARDS = [
  { points: 4000, name: 'cambio de aceite' },
  { points: 2500, name: '20 litros de Super' },
  { points: 1200, name: 'lavado completo' },
  { points: 600, name: 'desayuno para dos' },
  { points: 250, name: 'café con bizcochos' },
]

function post(demo: DemoContext, account: DemoAccount, { points, ...given }: LedgerEvent): void {
  const transactionId = demo.nextId()
  if (points === 0) return
  const start = { balance: null, lastSeq: 0, lastAt: null, lastHash: null }
  const moves = [
    { account, points },
    { account: { ...start, id: account.programmeAccount }, points: -points },
  ]
  const { transaction, entries, members } = appendEntries({ id: transactionId, ...given }, moves)
  demo.rows.ledgerTransaction.push(transaction)
  demo.rows.ledgerEntry.push(...entries)
  Object.assign(account, members[0])
}

/** The ledger event of a sale. */
function saleEvent(demo: DemoContext, sale: Sale): LedgerEvent {
  const branch = demo.stations.find(({ code }) => code === sale.branchCode)
  return {
    event: 'sale',
    eventId: sale.rrn,
    points: sale.points,
    concept: `${productName(sale.product)} en ${branch?.name ?? sale.branchCode}`,
    rrn: sale.rrn,
    at: sale.at,
  }
}

/**
 * Posts sales and other events in order of time and adds redemptions minutes after some of the sales.
 * @returns the redemptions
 */
export function postEvents(
  demo: DemoContext,
  account: DemoAccount,
  sales: readonly Sale[],
  others: readonly LedgerEvent[],
  random: SeededRandom,
): LedgerEvent[] {
  const events = [...sales.map((sale) => saleEvent(demo, sale)), ...others]
  events.sort((a, b) => a.at.getTime() - b.at.getTime())
  return events.flatMap((event) => {
    post(demo, account, event)
    if (event.event !== 'sale' || !random.bool(0.08)) return []
    const affordable = REWARDS.filter(({ points }) => points <= account.balance * 0.8)
    if (affordable.length === 0) return []
    const { points, name } = random.oneOf(affordable)
    const rrn = demo.nextRrn()
    const redemption: LedgerEvent = {
      event: 'redemption',
      eventId: rrn,
      points: -points,
      concept: `Canje: ${name}`,
      rrn,
      at: new Date(event.at.getTime() + random.integer(2, 9) * 60_000),
    }
    post(demo, account, redemption)
    return [redemption]
  })
}
