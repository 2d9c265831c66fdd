import { Check, Clock, type LucideIcon, Minus, Undo2, X } from 'lucide-react'
import { type RequestStepView, requestSteps } from '#app/features/loyalty/requestSteps.ts'
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
