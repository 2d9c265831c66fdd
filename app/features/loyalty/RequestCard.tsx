import { Check, Clock, FileClock, type LucideIcon, Minus, Undo2, X } from 'lucide-react'
import {
  type MembershipRequest,
  mayWithdraw,
  REQUEST_STATE_LABELS,
} from '#contract/entities/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { useConfirmedCall } from '#kit/feedback/useConfirmedCall.tsx'
import { SubmitError } from '#kit/form/Form.tsx'
import { dateAndTime } from '#kit/format/dates.ts'
import { vehicleName } from '#kit/format/vehicle.ts'
import { TONES, type Tone } from '#kit/style/tone.ts'
import { STATE_TONES } from '#shared/approvals/requestText.ts'

export function RequestCard({ request }: { request: MembershipRequest }) {
  const { programmeName, vehicle, state } = request
  return (
    <Card
      mark={<IconCircle icon={FileClock} tone={STATE_TONES[state]} />}
      title={programmeName}
      detail={vehicleName(vehicle)}
      badge={<Badge tone={STATE_TONES[state]}>{REQUEST_STATE_LABELS[state]}</Badge>}
    >
      <RequestTracker request={request} />
      {mayWithdraw(request) && <Withdraw request={request} />}
    </Card>
  )
}

function Withdraw({ request: { reference, programmeName } }: { request: MembershipRequest }) {
  const withdrawal = useConfirmedCall(removeMembership, {
    invalidates: [membershipRequestList],
    question: () => ({
      title: '¿Retirar la solicitud?',
      verb: 'Retirar la solicitud',
      text: `Nadie la va a mirar más. Si después querés entrar a ${programmeName}, mandás otra.`,
      danger: true,
    }),
    request: () => ({ loyaltyCode: reference }),
    onSuccess: () => showToast(`Retiraste tu solicitud a ${programmeName}.`),
  })
  return (
    <>
      <SubmitError action="retirar la solicitud" mutation={withdrawal} />
      <div>
        <Button kind="quiet" onClick={() => withdrawal.ask(null)}>
          Retirar la solicitud
        </Button>
      </div>
      {withdrawal.dialog}
    </>
  )
}

const LOOKS = {
  done: { icon: Check, tone: 'good' },
  current: { icon: Clock, tone: 'warn' },
  rejected: { icon: X, tone: 'bad' },
  withdrawn: { icon: Undo2, tone: 'neutral' },
  later: { icon: Minus, tone: 'neutral' },
} satisfies Record<string, { icon: LucideIcon; tone: Tone }>

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

interface RequestStep {
  who: string
  state: keyof typeof LOOKS
  text: string
  /** `yyyyMMddHHmmss` of the step; missing before it, empty when it was not recorded. */
  datetime?: string
  reason?: string
}

/** The steps of a request in order: the driver's, the sponsor's if there is one, the network's. */
function requestSteps(request: MembershipRequest): RequestStep[] {
  const { state, sponsored } = request
  const asked = { who: 'Vos', text: 'Mandaste la solicitud.', datetime: request.datetime }
  const steps: RequestStep[] = [{ ...asked, state: 'done' }]
  if (state === 'VOIDED') {
    const reason = request.leavingObservations
    return [...steps, { who: 'Vos', state: 'withdrawn', text: 'Retiraste la solicitud.', reason }]
  }
  const isPending = state === 'PENDING'
  if (sponsored) {
    const { sponsorDatetime: datetime, sponsorObservations: reason } = request
    const isRejected = state === 'STATE_UBER_REJECTED'
    steps.push({
      who: 'Auspiciante',
      ...(isPending ? DECIDING : decided(isRejected, datetime, reason)),
    })
  }
  if (state === 'STATE_UBER_REJECTED') return steps
  const who = 'Disa'
  if (state === 'STATE_PETROBRAS_REJECTED' || state === 'STATE_PETROBRAS_AUTHORIZED') {
    const { networkDatetime: datetime, networkObservations: reason } = request
    return [...steps, { who, ...decided(state === 'STATE_PETROBRAS_REJECTED', datetime, reason) }]
  }
  const later = { state: 'later', text: 'Decide después del auspiciante.' } as const
  return [...steps, { who, ...(sponsored && isPending ? later : DECIDING) }]
}

const DECIDING = { state: 'current', text: 'Está mirando tu solicitud.' } as const

const decided = (isRejected: boolean, datetime: string, reason: string) => ({
  state: isRejected ? ('rejected' as const) : ('done' as const),
  text: isRejected ? 'Rechazó tu solicitud.' : 'Autorizó tu solicitud.',
  datetime,
  reason,
})
