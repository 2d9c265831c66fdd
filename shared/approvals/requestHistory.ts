import type { MembershipRequest } from '#contract/entities/membershipRequest.ts'
import type { Tone } from '#kit/style/tone.ts'

/** One step of a request: what happened, who did it, when and why, as far as it is known. */
export interface HistoryStep {
  title: string
  who?: string
  /** `yyyyMMddHHmmss` */
  datetime?: string
  observations?: string
  /** `warn`: the step has not happened yet. */
  tone: Extract<Tone, 'neutral' | 'good' | 'warn' | 'bad'>
}

/** The steps of a request in their order, and the one that it waits for. */
export function historyOf(request: MembershipRequest): HistoryStep[] {
  const { state, sponsored, holder, datetime, leavingObservations: observations } = request
  const steps: HistoryStep[] = [{ title: 'Pedida', who: holder, datetime, tone: 'neutral' }]
  if (request.sponsorDatetime)
    steps.push({
      ...decided('el auspiciante', state !== 'STATE_UBER_REJECTED'),
      who: request.sponsorName,
      datetime: request.sponsorDatetime,
      observations: request.sponsorObservations,
    })
  else if (state === 'PENDING' && sponsored)
    steps.push({ title: 'Espera al auspiciante', tone: 'warn' })
  if (request.networkDatetime)
    steps.push({
      ...decided('la red', state === 'STATE_PETROBRAS_AUTHORIZED'),
      who: request.networkName,
      datetime: request.networkDatetime,
      observations: request.networkObservations,
    })
  else if (state === 'STATE_UBER_AUTHORIZED' || (state === 'PENDING' && !sponsored))
    steps.push({ title: 'Espera a la red', tone: 'warn' })
  if (state === 'VOIDED')
    steps.push({ title: 'Retirada por el conductor', observations, tone: 'neutral' })
  else if (observations) steps.push({ title: 'Dejó la afiliación', observations, tone: 'neutral' })
  return steps
}

const decided = (by: string, yes: boolean): Pick<HistoryStep, 'title' | 'tone'> =>
  yes ? { title: `La autorizó ${by}`, tone: 'good' } : { title: `La rechazó ${by}`, tone: 'bad' }
