import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import type { MembershipRequest } from '#contract/entities/membershipRequest.ts'
import { SpinnerIcon } from '#kit/display/SpinnerIcon.tsx'
import { vehicleName } from '#kit/format/vehicle.ts'
import type { Outcome } from '#shared/approvals/useBulkDecision.ts'

interface Props {
  requests: readonly MembershipRequest[]
  authorized: boolean
  outcomes: ReadonlyMap<string, Outcome>
  pending: boolean
}

/** The requests of one decision, each with what became of it. */
export function BulkOutcomes({ requests, authorized, outcomes, pending }: Props) {
  const current = requests.find(({ reference }) => !outcomes.has(reference))
  return (
    <ul aria-label="Solicitudes elegidas" className="divide-y divide-line">
      {requests.map((request) => {
        const outcome = outcomes.get(request.reference)
        return (
          <li key={request.reference} className="flex items-start gap-3 py-2.5">
            <OutcomeIcon outcome={outcome} pending={pending && request === current} />
            <div className="min-w-0 flex-1">
              <p className="font-medium">{request.holder}</p>
              <p className={`text-sm ${outcome instanceof Error ? 'text-bad' : 'text-soft'}`}>
                {outcome === undefined
                  ? outcomes.size > 0 && !pending
                    ? 'No se envió.'
                    : vehicleName(request.vehicle)
                  : textOf(outcome, authorized)}
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function textOf(outcome: Outcome, authorized: boolean): string {
  if (outcome === 'decided') return authorized ? 'Autorizada.' : 'Rechazada.'
  if (outcome.noAnswer === 'offline')
    return 'Necesitás conexión para decidir. Si llegó a salir, no se decide dos veces.'
  if (outcome.outcomeUnknown) return 'No sabemos si llegó. No se decide dos veces.'
  return outcome.message
}

function OutcomeIcon({ outcome, pending }: { outcome: Outcome | undefined; pending: boolean }) {
  const look = 'mt-0.5 shrink-0'
  if (outcome === 'decided')
    return <CircleCheck aria-hidden="true" size={20} className={`${look} text-good`} />
  if (outcome) return <CircleAlert aria-hidden="true" size={20} className={`${look} text-bad`} />
  if (pending) return <SpinnerIcon />
  return <CircleDashed aria-hidden="true" size={20} className={`${look} text-soft`} />
}
