import { Check, Hourglass, type LucideIcon, TimerReset, Undo2, X } from 'lucide-react'
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

/** Whether the payment ended on the gateway's page before a card was used. */
export const wasCancelled = ({ state, maskedCard }: Payment): boolean =>
  state === 'REJECTED' && maskedCard === ''

/** A cancelled payment has the state REJECTED and a label of its own. */
export const paymentStateStyle = (payment: Payment): StateStyle =>
  wasCancelled(payment)
    ? { label: 'Cancelado', tone: 'neutral', icon: Undo2 }
    : { label: STATE_LABELS[payment.state], ...STYLES[payment.state] }
