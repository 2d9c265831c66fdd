import { productName } from '#contract/reference/stationServices.ts'
import { uuidOf } from '#db/core/uuid.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'
import type { DemoAccount, DemoLot } from '#db/demo/members.ts'
import { addVoucher } from '#db/demo/rewards.ts'
import type { Sale } from '#db/demo/sales.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import { ruleAt } from '#db/loyalty/accrual.ts'
import { appendEntries } from '#db/loyalty/ledgerEntries.ts'
import type { Posting } from '#db/loyalty/pointsLedger.ts'
import { type LotTerms, lotOf, type TakenLot } from '#db/loyalty/pointsLots.ts'

/** An event that changes a member's points. */
export type LedgerEvent = Omit<Posting, 'id' | 'loyaltyCode'>

/** @returns what was taken from each lot */
function post(
  demo: DemoContext,
  account: DemoAccount,
  { points, ...given }: LedgerEvent,
  terms: LotTerms = {},
): TakenLot[] {
  const transactionId = demo.nextId()
  if (points === 0) return []
  const start = { balance: null, lastSeq: 0, lastAt: null, lastHash: null }
  const moves = [
    { account, points },
    { account: { ...start, id: account.programmeAccount }, points: -points },
  ]
  const { transaction, entries, members } = appendEntries({ id: transactionId, ...given }, moves)
  demo.rows.ledgerTransaction.push(transaction)
  demo.rows.ledgerEntry.push(...entries)
  Object.assign(account, members[0])
  if (points < 0) return takeFromLots(account, -points, transaction)
  const lot = lotOf(transaction, { loyaltyCode: account.loyaltyCode, points }, terms)
  account.lots.push({ eventId: given.eventId, lot })
  account.lots.sort((a, b) => a.lot.expiresAt.getTime() - b.lot.expiresAt.getTime())
  demo.rows.pointsLot.push(lot)
  return []
}

/** As `takeFromLots` of the ledger does; lots are in the order of their expiration. */
function takeFromLots(
  account: DemoAccount,
  points: number,
  taken: Omit<LedgerEvent, 'points'>,
): TakenLot[] {
  const isOwn = ({ eventId }: DemoLot) => taken.eventId === `void:${eventId}`
  let rest = points
  const parts: TakenLot[] = []
  for (const { lot } of account.lots.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))) {
    if (taken.event === 'redemption' && lot.spendableFrom > taken.at) continue
    const part = Math.min(rest, lot.remaining)
    lot.remaining -= part
    rest -= part
    if (part > 0) parts.push({ lotId: lot.id, points: part, expiresAt: lot.expiresAt })
  }
  account.lots = account.lots.filter(({ lot }) => lot.remaining > 0)
  return parts
}

const spendableAt = ({ lots }: DemoAccount, at: Date) =>
  lots.reduce((sum, { lot }) => sum + (lot.spendableFrom <= at ? lot.remaining : 0), 0)

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

/** Takes a reward: its redemption and its voucher. @returns the redemption */
export function takeReward(
  demo: DemoContext,
  account: DemoAccount,
  reward: DemoContext['rewards'][number],
  at: Date,
): LedgerEvent {
  const rrn = demo.nextRrn()
  const id = uuidOf(`demo redemption ${rrn}`)
  const redemption: LedgerEvent = {
    event: 'redemption',
    eventId: id,
    points: -reward.points,
    concept: `Canje: ${reward.title}`,
    rrn,
    at,
  }
  const lots = post(demo, account, redemption)
  addVoucher(demo, { id, rrn, at, loyaltyCode: account.loyaltyCode, reward }, lots)
  return redemption
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
  const rewards = demo.rewards.filter(
    ({ programme, branches }) => programme === account.memberOf && !branches?.length,
  )
  const terms = new Map(sales.map((sale) => [sale.rrn, termsOf(demo, account, sale)]))
  const events = [...sales.map((sale) => saleEvent(demo, sale)), ...others]
  events.sort((a, b) => a.at.getTime() - b.at.getTime())
  return events.flatMap((event) => {
    post(demo, account, event, terms.get(event.eventId))
    if (event.event !== 'sale' || !random.bool(0.08)) return []
    const spendable = spendableAt(account, event.at)
    const affordable = rewards.filter(
      ({ points }) => points <= Math.min(account.balance * 0.8, spendable),
    )
    if (affordable.length === 0) return []
    const reward = random.oneOf(affordable)
    const at = new Date(event.at.getTime() + random.integer(2, 9) * 60_000)
    return [takeReward(demo, account, reward, at)]
  })
}

/** The terms of the points of a sale, by its rule. */
const termsOf = ({ rules }: DemoContext, { memberOf }: DemoAccount, { product, at }: Sale) => ({
  pendingDays: 1,
  expiresMonths: ruleAt(rules, { programme: memberOf, product, at, means: [] })?.expiresMonths,
})
