import type { MessageState } from '#contract/entities/contactMessage.ts'
import type { Tone } from '#kit/style/tone.ts'

export const MESSAGE_STATE_TONES: Record<MessageState, Tone> = {
  RECEIVED: 'warn',
  ANSWERED: 'good',
  CLOSED: 'neutral',
}
