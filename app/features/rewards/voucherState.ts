import { Check, type LucideIcon, Ticket, TimerOff, Undo2 } from 'lucide-react'
import { fromStamp, shortDate, toStamp } from '#contract/dates.ts'
import {
  REDEMPTION_STATE_LABELS,
  type RedemptionState,
  type Voucher,
} from '#contract/entities/redemption.ts'
import { dateAndTime } from '#kit/format/dates.ts'
import type { Tone } from '#kit/style/tone.ts'

interface StateStyle {
  tone: Tone
  icon: LucideIcon
}

const STYLES: Record<RedemptionState, StateStyle> = {
  reserved: { tone: 'good', icon: Ticket },
  captured: { tone: 'neutral', icon: Check },
  released: { tone: 'neutral', icon: Undo2 },
  expired: { tone: 'neutral', icon: TimerOff },
  reversed: { tone: 'neutral', icon: Undo2 },
}

/** The state today: the answer that is drawn may be stored, and older than the voucher's end. */
const stateOf = ({ state, until }: Voucher, now: Date): RedemptionState =>
  state === 'reserved' && until <= toStamp(now) ? 'expired' : state

export function voucherStyle(voucher: Voucher, now: Date) {
  const state = stateOf(voucher, now)
  return { label: REDEMPTION_STATE_LABELS[state], ...STYLES[state] }
}

export const isUsable = (voucher: Voucher, now: Date): boolean =>
  stateOf(voucher, now) === 'reserved'

/** The last day of a voucher: the one before the instant that is too late. */
export const lastDay = ({ until }: Pick<Voucher, 'until'>): string =>
  shortDate(toStamp(new Date((fromStamp(until)?.getTime() ?? 0) - 1)))

export function voucherText(voucher: Voucher, now: Date): string {
  const { endedAt, branchName } = voucher
  return {
    reserved: `Vale hasta el ${lastDay(voucher)}`,
    captured: `Lo usaste el ${dateAndTime(endedAt)}${branchName && ` en ${branchName}`}`,
    released: `Lo devolviste el ${shortDate(endedAt)}`,
    expired: `Venció el ${lastDay(voucher)}: te devolvemos los puntos`,
    reversed: `La estación lo anuló el ${shortDate(endedAt)}: te devolvimos los puntos`,
  }[stateOf(voucher, now)]
}
