import { Check, CircleCheck, Hourglass, type LucideIcon } from 'lucide-react'
import type { MessageState } from '#contract/entities/contactMessage.ts'
import type { Tone } from '#kit/style/tone.ts'

/** Tone and icon of the state of a message; its label is in `MESSAGE_STATE_LABELS`. */
export const MESSAGE_STATE_STYLES: Record<MessageState, { tone: Tone; icon: LucideIcon }> = {
  RECEIVED: { tone: 'warn', icon: Hourglass },
  ANSWERED: { tone: 'good', icon: CircleCheck },
  CLOSED: { tone: 'neutral', icon: Check },
}
