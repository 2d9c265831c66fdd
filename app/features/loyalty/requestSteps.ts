import type { MembershipRequest } from '#contract/entities/membershipRequest.ts'

/** A step of a request, as its tracker shows it. */
export interface RequestStepView {
  /** Who acts. */
  who: string
  state: 'done' | 'current' | 'rejected' | 'withdrawn' | 'later'
  text: string
  /** `yyyyMMddHHmmss` of the step; empty before it, and when it was not recorded. */
  datetime: string
  /** The reason that was given; empty without one. */
  reason: string
}

/** The steps of a request in order: the driver's, the sponsor's if there is one, the network's. */
export function requestSteps(request: MembershipRequest): RequestStepView[] {
  const { state, sponsored } = request
  const asked: RequestStepView = {
    who: 'Vos',
    state: 'done',
    text: 'Mandaste la solicitud.',
    datetime: request.datetime,
    reason: '',
  }
  if (state === 'VOIDED')
    return [
      asked,
      {
        who: 'Vos',
        state: 'withdrawn',
        text: 'Retiraste la solicitud.',
        datetime: '',
        reason: request.leavingObservations,
      },
    ]
  const steps = sponsored ? [asked, sponsorStep(request)] : [asked]
  return state === 'STATE_UBER_REJECTED' ? steps : [...steps, networkStep(request)]
}

function sponsorStep(request: MembershipRequest): RequestStepView {
  const { state, sponsorDatetime: datetime, sponsorObservations: reason } = request
  const who = 'Auspiciante'
  if (state === 'PENDING')
    return { who, state: 'current', text: 'Está mirando tu solicitud.', datetime: '', reason: '' }
  if (state === 'STATE_UBER_REJECTED')
    return { who, state: 'rejected', text: 'Rechazó tu solicitud.', datetime, reason }
  return { who, state: 'done', text: 'Autorizó tu solicitud.', datetime, reason }
}

function networkStep(request: MembershipRequest): RequestStepView {
  const { state, sponsored, networkDatetime: datetime, networkObservations: reason } = request
  const who = 'Disa'
  if (state === 'STATE_PETROBRAS_REJECTED')
    return { who, state: 'rejected', text: 'Rechazó tu solicitud.', datetime, reason }
  if (state === 'STATE_PETROBRAS_AUTHORIZED')
    return { who, state: 'done', text: 'Autorizó tu solicitud.', datetime, reason }
  if (sponsored && state === 'PENDING')
    return {
      who,
      state: 'later',
      text: 'Decide después del auspiciante.',
      datetime: '',
      reason: '',
    }
  return { who, state: 'current', text: 'Está mirando tu solicitud.', datetime: '', reason: '' }
}
