import type { MembershipRequest } from '#contract/entities/membershipRequest.ts'
import type { Tone } from '#kit/style/tone.ts'

/** One step of a request: what happened, who did it, when and why. */
export interface HistoryStep {
  title: string
  /** Empty when it is not known or has not happened. */
  who: string
  /** `yyyyMMddHHmmss`; empty when it is not known or has not happened. */
  datetime: string
  observations: string
  /** `warn`: the step has not happened yet. */
  tone: Extract<Tone, 'neutral' | 'good' | 'warn' | 'bad'>
}

/** The steps of a request in their order, and the one that it waits for. */
export function historyOf(request: MembershipRequest): HistoryStep[] {
  const { state, sponsored, holder, leavingObservations } = request
  const steps = [step('Pedida', holder, request.datetime, '', 'neutral')]
  if (request.sponsorDatetime)
    steps.push(
      decided(
        'el auspiciante',
        state !== 'STATE_UBER_REJECTED',
        request.sponsorName,
        request.sponsorDatetime,
        request.sponsorObservations,
      ),
    )
  else if (state === 'PENDING' && sponsored) steps.push(waiting('Espera al auspiciante'))
  if (request.networkDatetime)
    steps.push(
      decided(
        'la red',
        state === 'STATE_PETROBRAS_AUTHORIZED',
        request.networkName,
        request.networkDatetime,
        request.networkObservations,
      ),
    )
  else if (state === 'STATE_UBER_AUTHORIZED' || (state === 'PENDING' && !sponsored))
    steps.push(waiting('Espera a la red'))
  if (state === 'VOIDED')
    steps.push(step('Retirada por el conductor', '', '', leavingObservations, 'neutral'))
  else if (leavingObservations)
    steps.push(step('Dejó la afiliación', '', '', leavingObservations, 'neutral'))
  return steps
}

const step = (
  title: string,
  who: string,
  datetime: string,
  observations: string,
  tone: HistoryStep['tone'],
): HistoryStep => ({ title, who, datetime, observations, tone })

const waiting = (title: string) => step(title, '', '', '', 'warn')

const decided = (
  by: string,
  yes: boolean,
  ...[who, datetime, observations]: [string, string, string]
) =>
  step(
    `La ${yes ? 'autorizó' : 'rechazó'} ${by}`,
    who,
    datetime,
    observations,
    yes ? 'good' : 'bad',
  )
