import { createHash } from 'node:crypto'
import { DAY_MS, toDate } from '#contract/dates.ts'
import { newCode } from '#contract/fields/groupedCode.ts'
import type { DemoContext } from '#db/demo/demoContext.ts'
import { readDemoTable } from '#db/demo/demoFile.ts'
import type { Rows } from '#db/demo/demoRows.ts'
import type { RelativeDates } from '#db/demo/relativeDates.ts'
import { endOf, type TakenLot } from '#db/loyalty/pointsLots.ts'

type DemoReward = Rows['reward'][number]

/** For how many days a voucher of the demo data waits: the driver fetches it the week after. */
const WAITING_DAYS = 7

/** The rewards of both programmes, the dearest first; they were in force all the time. */
export const demoRewards = (dates: RelativeDates): DemoReward[] =>
  readDemoTable<FileReward>('rewards.csv')
    .map(({ station, ...reward }) => ({
      ...reward,
      branches: station === null ? [] : [station],
      firstDay: dates.date(3 * 365),
      lastDay: dates.date(-180),
    }))
    .toSorted((a, b) => b.points - a.points)

/** `station`: the only one that gives it. */
type FileReward = Omit<DemoReward, 'firstDay' | 'lastDay' | 'branches'> & { station: string | null }

/** A reward that a member takes. */
interface Taken {
  id: string
  rrn: string
  at: Date
  loyaltyCode: string
  reward: DemoReward
}

/** Adds the voucher of a reward with the lots of its points; the stations captured those of earlier weeks. */
export function addVoucher(demo: DemoContext, taken: Taken, lots: readonly TakenLot[]): void {
  const { id, rrn, at, loyaltyCode, reward } = taken
  const { code: rewardCode, title, points, discount, validDays } = reward
  const isCaptured = at < demo.dates.at(WAITING_DAYS)
  demo.rows.redemption.push({
    id,
    loyaltyCode,
    kind: 'voucher',
    state: isCaptured ? 'captured' : 'reserved',
    points,
    discount,
    rewardCode,
    title,
    rrn,
    createdAt: at,
    expiresAt: endOf(toDate(new Date(at.getTime() + validDays * DAY_MS))),
    endedAt: isCaptured ? new Date(at.getTime() + DAY_MS) : null,
    voucherCode: newCode(createHash('sha256').update(id).digest().subarray(0, 16)),
  })
  demo.rows.redemptionLot.push(...lots.map((lot) => ({ ...lot, redemptionId: id })))
}
