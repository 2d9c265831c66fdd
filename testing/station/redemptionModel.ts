import * as fc from 'fast-check'
import { DAY_MS, toDate } from '#contract/dates.ts'
import { RESERVATION_MINUTES } from '#contract/entities/redemption.ts'
import { endOf } from '#db/loyalty/pointsLots.ts'

/** The reward that vouchers are of. */
export const REWARD = { code: 'modelo', points: 100, validDays: 30 }
/** Points of the member at the beginning of each run. */
export const POINTS = 700
const MINUTE_MS = 60_000
const RESERVED_MS = RESERVATION_MINUTES * MINUTE_MS

export const act = fc.record({
  kind: fc.constantFrom(
    ...(['reserve', 'reserve', 'reserve', 'capture', 'capture', 'release', 'reverse'] as const),
    ...(['take', 'take', 'use', 'use', 'use', 'return', 'wait', 'end'] as const),
  ),
  /** Which till, which of its references, and which of the vouchers. */
  till: fc.nat(1),
  reference: fc.nat(1),
  voucher: fc.nat(1),
  points: fc.constantFrom(50, 200),
  /** The 30 seconds of the spending code. */
  window: fc.nat(9),
  ms: fc.constantFrom(1, MINUTE_MS, RESERVED_MS - 1, RESERVED_MS, 31 * DAY_MS),
})
export type Act = typeof act extends fc.Arbitrary<infer Given> ? Given : never
/** What only one does at a time. */
export const TAKES_TURNS: readonly Act['kind'][] = ['wait', 'end', 'take']

interface ModelRedemption {
  /** Till and reference; empty: a voucher that no till has used. */
  key: string
  /** What the till sent with the reference. */
  content: string
  points: number
  state: string
  endsAt: number
  voucher: boolean
}

/** The model of the rules, against which random acts are compared. */
export class Model {
  points = POINTS
  redemptions: ModelRedemption[] = []
  cancelled: string[] = []
  windows: number[] = []

  copy(): Model {
    return Object.assign(new Model(), structuredClone(this))
  }

  /** Gives the points of a redemption back. @returns its state */
  giveBack(one: ModelRedemption, state: string): string {
    this.points += one.points
    one.state = state
    return state
  }

  /** Takes the points of a new redemption. @returns its state */
  add(one: Omit<ModelRedemption, 'state'>): string {
    const state = 'reserved'
    this.points -= one.points
    this.redemptions.push({ ...one, state })
    return state
  }

  end(now: number): string {
    for (const one of this.redemptions)
      if (one.state === 'reserved' && one.endsAt <= now) this.giveBack(one, 'expired')
    return ''
  }

  take(now: number): string {
    const { points, validDays } = REWARD
    if (this.points < points) return 'insufficient'
    const endsAt = endOf(toDate(new Date(now + validDays * DAY_MS))).getTime()
    return this.add({ key: '', content: '', points, endsAt, voucher: true })
  }

  /** @returns what the act is answered */
  play(act: Act, now: number): string {
    if (act.kind === 'wait') return ''
    if (act.kind === 'end') return this.end(now)
    if (act.kind === 'take') return this.take(now)
    const key = keyOf(act)
    const [mine, voucher] = [this.redemptions.find((one) => one.key === key), this.voucher(act)]
    const isOver = (one: ModelRedemption) => one.state === 'reserved' && one.endsAt <= now
    if (act.kind === 'return') {
      if (!voucher) return 'notFound'
      if (voucher.state !== 'reserved') return voucher.state === 'captured' ? 'used' : voucher.state
      return this.giveBack(voucher, isOver(voucher) ? 'expired' : 'released')
    }
    if (mine && isOver(mine)) this.giveBack(mine, 'expired')
    if (act.kind === 'reserve' || act.kind === 'use') {
      if (mine) return mine.content === contentOf(act) ? mine.state : 'conflict'
      if (this.cancelled.includes(key)) return 'cancelled'
    }
    if (act.kind === 'reserve') return this.reserve(act, key, now)
    if (act.kind === 'use') {
      if (!voucher) return 'unknown'
      if (isOver(voucher)) return this.giveBack(voucher, 'expired')
      if (voucher.state !== 'reserved') return voucher.state === 'captured' ? 'used' : voucher.state
      return Object.assign(voucher, { state: 'captured', key, content: contentOf(act) }).state
    }
    if (act.kind === 'capture') {
      if (mine?.state === 'reserved') mine.state = 'captured'
      return mine?.state ?? 'unknown'
    }
    if (!mine && !this.cancelled.includes(key)) this.cancelled.push(key)
    if (mine?.state === 'reserved') return this.giveBack(mine, 'released')
    if (mine?.state === 'captured' && act.kind === 'reverse') return this.giveBack(mine, 'reversed')
    return mine?.state ?? 'nothing'
  }

  reserve(act: Act, key: string, now: number): string {
    const { points, window } = act
    if (this.points < points) return 'insufficient'
    if (this.windows.includes(window)) return 'wrongCode'
    this.windows.push(window)
    const endsAt = now + RESERVED_MS
    return this.add({ key, content: contentOf(act), points, endsAt, voucher: false })
  }

  voucher({ voucher }: Act): ModelRedemption | undefined {
    return this.redemptions.filter((one) => one.voucher)[voucher]
  }
}
const keyOf = ({ till, reference }: Act) => `${till} ${reference}`
/** What a till sends with a reference. */
export const contentOf = ({ kind, points, window, voucher }: Act) =>
  kind === 'use' ? `${voucher}` : `${points} ${window}`
