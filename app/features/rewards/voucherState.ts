import { Check, type LucideIcon, Ticket, TimerOff, Undo2 } from 'lucide-react'
import { fromStamp, shortDate, toStamp } from '#contract/dates.ts'
import type { RedemptionState, Voucher } from '#contract/entities/redemption.ts'
import { dateAndTime } from '#kit/format/dates.ts'
import type { Tone } from '#kit/style/tone.ts'

interface StateStyle {
  label: string
  tone: Tone
  icon: LucideIcon
}

const STYLES: Record<RedemptionState, StateStyle> = {
  reserved: { label: 'Vigente', tone: 'good', icon: Ticket },
  captured: { label: 'Usado', tone: 'neutral', icon: Check },
  released: { label: 'Devuelto', tone: 'neutral', icon: Undo2 },
  expired: { label: 'Vencido', tone: 'neutral', icon: TimerOff },
  reversed: { label: 'Anulado', tone: 'neutral', icon: Undo2 },
}

/** The state today: the answer that is drawn may be stored, and older than the voucher's end. */
const stateOf = ({ state, until }: Voucher, now: Date): RedemptionState =>
  state === 'reserved' && until <= toStamp(now) ? 'expired' : state

export const voucherStyle = (voucher: Voucher, now: Date): StateStyle =>
  STYLES[stateOf(voucher, now)]

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
