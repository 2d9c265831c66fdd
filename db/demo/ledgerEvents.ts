import { productName } from '#contract/reference/stationServices.ts'
import type { SeededRandom } from '#db/demo/seededRandom.ts'
import type { LedgerPosting, LedgerBuilder } from '#db/demo/ledgerBuilder.ts'
import type { Sale } from '#db/demo/sales.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'

/** Something that moves a member's points. */
export type LedgerEvent = Omit<LedgerPosting, 'id'>

/** What points can be exchanged for, dearest first. */
export const REWARDS: readonly { points: number; name: string }[] = [
  { points: 4000, name: 'cambio de aceite' },
  { points: 2500, name: '20 litros de Super' },
  { points: 1200, name: 'lavado completo' },
  { points: 600, name: 'desayuno para dos' },
  { points: 250, name: 'café con bizcochos' },
]

/** A sale as its statement tells it. */
export function saleEvent(demo: DemoContext, sale: Sale): LedgerEvent {
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
 * Posts what happened in its order, and now and then a reward taken minutes after a sale.
 * @returns the rewards, for whoever tells the member
 */
export function postEvents(
  demo: DemoContext,
  book: LedgerBuilder,
  happenings: readonly LedgerEvent[],
  luck: SeededRandom,
): LedgerEvent[] {
  const inOrder = [...happenings].sort((a, b) => a.at.getTime() - b.at.getTime())
  return inOrder.flatMap((happening) => {
    book.post({ id: demo.nextId(), ...happening })
    const redemption =
      happening.event === 'sale' && luck.happens(0.08)
        ? reward(demo, book.balance(), happening.at, luck)
        : undefined
    if (!redemption) return []
    book.post({ id: demo.nextId(), ...redemption })
    return [redemption]
  })
}

/** One they can afford and keep something; the more they have, the dearer it may be. */
function reward(
  demo: DemoContext,
  balance: number,
  at: Date,
  luck: SeededRandom,
): LedgerEvent | undefined {
  const within = REWARDS.filter(({ points }) => points <= balance * 0.8)
  if (within.length === 0) return undefined
  const { points, name } = luck.oneOf(within)
  const rrn = demo.nextRrn()
  return {
    event: 'redemption',
    eventId: rrn,
    points: -points,
    concept: `Canje: ${name}`,
    rrn,
    at: new Date(at.getTime() + luck.whole(2, 9) * 60_000),
  }
}
