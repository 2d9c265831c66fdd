import type { RequestState } from '#contract/entities/membershipRequest.ts'
import { STATE_LABELS } from '#contract/entities/payment.ts'
import type { Tone } from '#kit/style/tone.ts'

/** The label of a request's state for the driver who made it. */
export const requestLabel = (state: RequestState): string =>
  state === 'VOIDED' ? 'Retirada por vos' : STATE_LABELS[state]

/** The tone of the label. */
export const requestTone = (state: RequestState): Tone => TONE_OF[state]

const TONE_OF: Record<RequestState, Tone> = {
  PENDING: 'warn',
  STATE_UBER_AUTHORIZED: 'brand',
  STATE_UBER_REJECTED: 'bad',
  STATE_PETROBRAS_AUTHORIZED: 'good',
  STATE_PETROBRAS_REJECTED: 'bad',
  VOIDED: 'neutral',
}
