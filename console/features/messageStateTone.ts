import type { MessageState } from '#contract/entities/contactMessage.ts'
import type { Tone } from '#kit/style/tone.ts'

/** The tone of the state of a message; its label is in `MESSAGE_STATE_LABELS`. */
export const MESSAGE_STATE_TONES: Record<MessageState, Tone> = {
  RECEIVED: 'warn',
  ANSWERED: 'good',
  CLOSED: 'neutral',
}
