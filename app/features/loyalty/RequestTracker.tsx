import { Check, Clock, type LucideIcon, Minus, Undo2, X } from 'lucide-react'
import type { MembershipRequest } from '#contract/entities/membershipRequest.ts'
import { dateAndTime } from '#kit/format/dates.ts'
import { TONES, type Tone } from '#kit/style/tone.ts'

const LOOKS: Record<RequestStepView['state'], { icon: LucideIcon; tone: Tone }> = {
  done: { icon: Check, tone: 'good' },
  current: { icon: Clock, tone: 'warn' },
  rejected: { icon: X, tone: 'bad' },
  withdrawn: { icon: Undo2, tone: 'neutral' },
  later: { icon: Minus, tone: 'neutral' },
}

/** The way of a request: who decided or is deciding, when, and with which words. */
export function RequestTracker({ request }: { request: MembershipRequest }) {
  return (
    <ol aria-label="Cómo va tu solicitud" className="flex flex-col">
      {requestSteps(request).map(({ who, state, text, datetime, reason }, place) => {
        const { icon: Icon, tone } = LOOKS[state]
        return (
          <li
            key={place}
            aria-current={state === 'current' ? 'step' : undefined}
            className="group/step flex gap-3.5"
          >
            <span aria-hidden="true" className="flex flex-col items-center">
              <span
                className={`flex size-8 shrink-0 items-center justify-center rounded-full ${TONES[tone]}`}
              >
                <Icon size={18} />
              </span>
              <span className="w-0.5 flex-1 bg-line group-last/step:hidden" />
            </span>
            <div className="min-w-0 flex-1 pt-0.5 pb-5 group-last/step:pb-0">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <strong className="font-semibold">{who}</strong>
                {datetime && (
                  <span className="figures text-sm text-soft">{dateAndTime(datetime)}</span>
                )}
              </p>
              <p className={state === 'later' ? 'text-soft' : ''}>{text}</p>
              {reason && (
                <p className="mt-2 rounded-inner bg-sunken px-3.5 py-2.5 wrap-anywhere whitespace-pre-line">
                  {reason}
                </p>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** A step of a request, as its tracker shows it. */
interface RequestStepView {
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
function requestSteps(request: MembershipRequest): RequestStepView[] {
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
