import { Check, Hourglass, type LucideIcon, TimerOff, TimerReset, Undo2, X } from 'lucide-react'
import { type Payment, type PaymentState, STATE_LABELS } from '#contract/entities/payment.ts'
import type { Tone } from '#kit/style/tone.ts'

interface StateStyle {
  label: string
  tone: Tone
  icon: LucideIcon
}

const STYLES: Record<PaymentState, Omit<StateStyle, 'label'>> = {
  PENDING: { tone: 'warn', icon: TimerReset },
  PROCESSING: { tone: 'brand', icon: Hourglass },
  PAID: { tone: 'good', icon: Check },
  REJECTED: { tone: 'bad', icon: X },
  VOIDED: { tone: 'neutral', icon: Undo2 },
  REFUNDED: { tone: 'neutral', icon: Undo2 },
}

/** Of a payment that was begun and not finished, in every list of what there is to do or was done. */
export const UNFINISHED = 'Sin terminar · seguir'

export const isOpen = ({ state }: Payment): boolean => state === 'PENDING' || state === 'PROCESSING'

/** Whether the state cannot change any more: a late approval may still make an expired one PAID. */
export const isFinal = ({ state, expired = false }: Payment): boolean =>
  state === 'REFUNDED' || (state === 'REJECTED' && !expired)

/** Whether the payment ended without an answer of the card's issuer. */
export const wasCancelled = ({ state, maskedCard, expired = false }: Payment): boolean =>
  state === 'REJECTED' && (maskedCard === '' || expired)

/** Where what the payment was for is paid: the till's request, or the debt. */
export const placeToPay = ({ station, reference }: Payment) =>
  station
    ? { to: '/readScann', search: { payment: station.code } }
    : { to: '/payment', search: { reference } }

/** What a list says of the state; the details of a payment have the label of the wire. */
export const listedState = (payment: Payment): string =>
  payment.state === 'PENDING'
    ? UNFINISHED
    : payment.state === 'PAID'
      ? 'Pagado'
      : paymentStateStyle(payment).label

/** A cancelled or expired payment has the state REJECTED and a label of its own. */
export const paymentStateStyle = (payment: Payment): StateStyle => {
  if (!wasCancelled(payment))
    return { label: STATE_LABELS[payment.state], ...STYLES[payment.state] }
  return payment.expired
    ? { label: 'Sin terminar', tone: 'neutral', icon: TimerOff }
    : { label: 'Cancelado', tone: 'neutral', icon: Undo2 }
}
