import type { RequestState } from '#contract/entities/membershipRequest.ts'
import type { Tone } from '#kit/style/tone.ts'

/** The tone of each state's badge. */
export const REQUEST_TONES: Record<RequestState, Tone> = {
  PENDING: 'warn',
  STATE_UBER_AUTHORIZED: 'brand',
  STATE_UBER_REJECTED: 'bad',
  STATE_PETROBRAS_AUTHORIZED: 'good',
  STATE_PETROBRAS_REJECTED: 'bad',
  VOIDED: 'neutral',
}
