import { productName } from '#contract/reference/stationServices.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'
import type { DemoAccount, DemoLot } from '#db/demo/members.ts'
import type { Sale } from '#db/demo/sales.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import { appendEntries } from '#db/loyalty/ledgerEntries.ts'
import type { Posting } from '#db/loyalty/pointsLedger.ts'
import { lotOf } from '#db/loyalty/pointsLots.ts'

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
  if (points < 0) takeFromLots(account, -points, transaction)
  else {
    const terms = given.event === 'sale' ? { pendingDays: 1 } : {}
    const lot = lotOf(transaction, { loyaltyCode: account.loyaltyCode, points }, terms)
    account.lots.push({ eventId: given.eventId, lot })
    demo.rows.pointsLot.push(lot)
  }
}

/** As `takeFromLots` of the ledger does; lots are in the order of their expiration. */
function takeFromLots(account: DemoAccount, points: number, taken: Omit<LedgerEvent, 'points'>) {
  const isOwn = ({ eventId }: DemoLot) => taken.eventId === `void:${eventId}`
  let rest = points
  for (const { lot } of account.lots.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))) {
    if (taken.event === 'redemption' && lot.spendableFrom > taken.at) continue
    const part = Math.min(rest, lot.remaining)
    lot.remaining -= part
    rest -= part
  }
  account.lots = account.lots.filter(({ lot }) => lot.remaining > 0)
}

const spendableAt = ({ lots }: DemoAccount, at: Date) =>
  lots.reduce((sum, { lot }) => sum + (lot.spendableFrom <= at ? lot.remaining : 0), 0)

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
    const spendable = spendableAt(account, event.at)
    const affordable = REWARDS.filter(
      ({ points }) => points <= Math.min(account.balance * 0.8, spendable),
    )
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
