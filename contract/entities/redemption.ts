import * as z from 'zod/mini'
import { lazyObject } from '#contract/fields/lazyObject.ts'
import { Stamp } from '#contract/fields/stamp.ts'
import { Cents } from '#contract/money.ts'

/** For how many minutes a till's reservation waits to be captured. */
export const RESERVATION_MINUTES = 10
/** For how many days points that are given back can be spent at least. */
export const GIVEN_BACK_DAYS = 30
/** Most points of one redemption. */
export const MAX_REDEEMED_POINTS = 10_000_000

/** The states of a redemption, which `RedemptionState` explains, as a driver reads them. */
export const REDEMPTION_STATE_LABELS = {
  reserved: 'Vigente',
  captured: 'Usado',
  released: 'Devuelto',
  expired: 'Vencido',
  reversed: 'Anulado',
} as const
export const REDEMPTION_STATES = Object.keys(REDEMPTION_STATE_LABELS) as [RedemptionState]
/**
 * `reserved`: the points are taken, and wait for the till (a voucher: for its use); `captured`: they are
 * spent; `released`: the till or the driver gave them back; `expired`: its end came first; `reversed`:
 * they were given back after the capture.
 */
const RedemptionState = z.enum(REDEMPTION_STATES)
export type RedemptionState = keyof typeof REDEMPTION_STATE_LABELS

/** What a driver can get for points: a coffee, a wash, a discount. */
export const Reward = lazyObject(() => ({
  /** Code of the reward, as `takeReward` takes it; opaque. */
  code: z.string(),
  title: z.string(),
  /** Text, in Spanish and without markup. */
  text: z.string(),
  /** The points that it costs. */
  points: z.int(),
  /** Discount on the purchase in cents of pesos; 0 when the reward is a thing or a service. */
  discount: Cents,
  /** The stations where it is given; empty when it is given at all of them. */
  branches: z.array(
    z.object({
      /** Code of the station, as `branches` has it. */
      code: z.string(),
      name: z.string(),
    }),
  ),
  /** First day on which it can be taken, `yyyyMMdd` in Montevideo. */
  dateFrom: z.string(),
  /** Last day on which it can be taken, `yyyyMMdd` in Montevideo. */
  dateTo: z.string(),
  /** For how many days its voucher can be used after the day on which it was taken. */
  validDays: z.int(),
  /** Whether the loyalty's spendable points are enough. */
  affordable: z.boolean(),
}))
export type Reward = z.infer<typeof Reward>

const ofRedemption = () => ({
  /** Id of the redemption; opaque. */
  id: z.string(),
  state: RedemptionState,
  /** What it is for, in Spanish: the title of the reward, or a discount. */
  title: z.string(),
  /** Points that it took, and that it gave back when it is released, expired or reversed. */
  points: z.int(),
  /** Discount on the purchase in cents of pesos; 0 when the reward is a thing or a service. */
  discount: Cents,
  /** When the points were taken, `yyyyMMddHHmmss` in Montevideo. */
  datetime: Stamp,
  /** When a reservation or a voucher ends, `yyyyMMddHHmmss`: its first instant that is too late. */
  until: Stamp,
  /** When it was captured, released, expired or reversed, `yyyyMMddHHmmss`; empty while it is reserved. */
  endedAt: z.string(),
  /** Name of the station of the till; empty for a voucher that no till captured. */
  branchName: z.string(),
})

/** Points that a driver spends, at a till or by a voucher. */
export const Redemption = lazyObject(() => ({
  ...ofRedemption(),
  /** `till`: at a till, with the driver's spending code; `voucher`: taken in the app. */
  kind: z.enum(['till', 'voucher']),
  /** Code of the station of the till; empty for a voucher that no till captured. */
  branchCode: z.string(),
  /** Number of the ticket; empty when the till gave none. */
  ticket: z.string(),
  /** Retrieval reference number, 12 digits: that of its lines in the statement. */
  rrn: z.string(),
}))
export type Redemption = z.infer<typeof Redemption>

/** A reward that a driver took, to be shown at the till. */
export const Voucher = lazyObject(() => ({
  ...ofRedemption(),
  /** Code of the loyalty whose points it took. */
  loyaltyCode: z.string(),
  /** Text of the reward, in Spanish and without markup. */
  text: z.string(),
  /** The code, 16 letters and digits: the text of its QR; `groupedCode` writes it for reading. */
  code: z.string(),
  /** Names of the stations where it can be used; empty: at all of them. */
  branches: z.array(z.string()),
}))
export type Voucher = z.infer<typeof Voucher>

/** The link of a notification about a voucher: the screen of its loyalty, with the voucher open over its rewards. */
export const voucherLink = ({ loyaltyCode, id }: Pick<Voucher, 'loyaltyCode' | 'id'>): string =>
  `/#/loyalty?loyaltyCode=${loyaltyCode}&id=${id}&tab=premios`

/** What a till is told of a redemption. */
export const tillRedemption = () => ({
  /** `released` also for a reference that never arrived: a reservation that comes later is refused. */
  state: RedemptionState,
  /** What it is for, in Spanish: the title of the reward, or a discount. */
  title: z.string(),
  /** Points that it took; 0 for a reference that never arrived. */
  points: z.int(),
  /** Discount that the till gives, in cents of pesos; 0 when the reward is a thing or a service. */
  discount: Cents,
  /** When a reservation or a voucher ends, `yyyyMMddHHmmss`; empty for a reference that never arrived. */
  until: z.string(),
})
