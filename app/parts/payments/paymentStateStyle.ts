import { Check, Hourglass, type LucideIcon, TimerReset, Undo2, X } from 'lucide-react'
import type { PaymentState } from '#contract/entities/payment.ts'
import type { Tone } from '#kit/style/tone.ts'

/** Tone and icon of a payment state; its label is in `STATE_LABELS`. */
export const PAYMENT_STATE_STYLES: Record<PaymentState, { tone: Tone; icon: LucideIcon }> = {
  PENDING: { tone: 'warn', icon: TimerReset },
  PROCESSING: { tone: 'brand', icon: Hourglass },
  PAID: { tone: 'good', icon: Check },
  REJECTED: { tone: 'bad', icon: X },
  VOIDED: { tone: 'neutral', icon: Undo2 },
  REFUNDED: { tone: 'neutral', icon: Undo2 },
}
