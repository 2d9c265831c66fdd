import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { decisionFor, type MembershipRequest } from '#contract/entities/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { INVALID_SESSION } from '#contract/responseCodes.ts'
import { userData } from '#contract/user/userData.ts'
import { type ApiError, toApiError } from '#kit/api/apiError.ts'
import type { CallQueryClient } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { SpinnerIcon } from '#kit/display/SpinnerIcon.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Sheet } from '#kit/feedback/Sheet.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { TextArea } from '#kit/form/Field.tsx'
import { vehicleName } from '#kit/format/vehicle.ts'
import { type Approver, consequenceOf } from '#shared/approvals/requestText.ts'
import { useObservations } from '#shared/approvals/useObservations.ts'

export interface BulkDecision {
  requests: readonly MembershipRequest[]
  authorized: boolean
}

interface Props extends BulkDecision {
  approver: Approver
  open: boolean
  onClose: () => void
  /** Runs with the requests that wait for this operator no more. */
  onSettled: (requests: readonly MembershipRequest[]) => void
}

/**
 * One decision on several requests: how many and what happens, the observations for all of them,
 * then what became of each. After a partial failure the rest can be sent again.
 */
export function BulkSheet({ requests, authorized, approver, open, onClose, onSettled }: Props) {
  const { email, roles } = approver
  const observations = useObservations(email, authorized ? 'autorizar varias' : 'rechazar varias')
  const { outcomes, pending, decide } = useBulkDecision()
  const [first] = requests
  const step = (first && decisionFor(first, roles)) ?? 'sponsorDecide'
  const { question, effect, done } = consequenceOf(step, authorized, requests.length)
  const left = requests.filter(({ reference }) => isOpen(outcomes.get(reference)))
  const sent = outcomes.size > 0
  const decided = [...outcomes.values()].filter((outcome) => outcome === 'decided').length

  const send = async () => {
    if (!observations.validate(authorized)) return
    const all = await decide({ requests: left, authorized, observations: observations.text })
    onSettled(requests.filter(({ reference }) => !isOpen(all.get(reference))))
    if ([...all.values()].filter((outcome) => outcome === 'decided').length < requests.length)
      return
    observations.remove()
    showToast(done)
    onClose()
  }
  const close = () => {
    if (pending) return
    if (sent && left.length === 0) observations.remove()
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title={sent && !pending ? 'Qué pasó con cada una' : question}
      foot={
        <div className="flex flex-wrap-reverse gap-3 *:flex-1">
          <Button kind="quiet" disabled={pending} onClick={close}>
            {sent ? 'Volver' : 'Cancelar'}
          </Button>
          {left.length > 0 && (
            <Button
              kind={authorized ? 'primary' : 'danger'}
              busy={pending}
              onClick={() => void send()}
            >
              {sent && !pending ? 'Probar de nuevo' : authorized ? 'Autorizar' : 'Rechazar'}
              {` ${left.length}`}
            </Button>
          )}
        </div>
      }
    >
      {sent && !pending ? <Summary decided={decided} left={left.length} /> : <p>{effect}</p>}
      <output className="sr-only">{pending && `Van ${outcomes.size} de ${requests.length}`}</output>
      {left.length > 0 && (
        <TextArea
          {...observations.field}
          hint={`Las va a leer cada conductor.${authorized ? '' : ' Contá por qué.'}`}
          optional={authorized}
          readOnly={pending}
        />
      )}
      <BulkOutcomes
        requests={requests}
        authorized={authorized}
        outcomes={outcomes}
        pending={pending}
      />
    </Sheet>
  )
}

function Summary({ decided, left }: { decided: number; left: number }) {
  return (
    <Alert
      tone="warn"
      title={
        decided === 0
          ? 'No salió ninguna'
          : decided === 1
            ? 'Salió una solicitud'
            : `Salieron ${decided} solicitudes`
      }
    >
      {left > 0
        ? 'Lo que escribiste sigue acá: podés probar de nuevo con las que faltan.'
        : 'Las demás ya no esperan tu decisión.'}
    </Alert>
  )
}

interface OutcomesProps extends BulkDecision {
  outcomes: ReadonlyMap<string, Outcome>
  pending: boolean
}

function BulkOutcomes({ requests, authorized, outcomes, pending }: OutcomesProps) {
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

type Outcome = 'decided' | ApiError

/** Whether a repeat of the call may succeed: the server did not decide, or its answer was lost. */
const isOpen = (outcome: Outcome | undefined): boolean =>
  outcome === undefined || (outcome !== 'decided' && (outcome.outcomeUnknown || stopsAll(outcome)))

/** Without an answer, a session or its second factor, the next calls would fail in the same way. */
const stopsAll = ({ noAnswer, code, reason }: ApiError): boolean =>
  noAnswer !== null ||
  code === '429' ||
  code === INVALID_SESSION ||
  reason === 'second_factor_missing'

/**
 * One decision on several requests, each by its own call, one after another; the failure of one leaves
 * the others as they are. It stops when no further call can succeed.
 */
function useBulkDecision() {
  const client = useQueryClient() as CallQueryClient
  /** By reference; a request without one was not sent. */
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const mutation = useMutation({
    mutationFn: async (decision: BulkDecision & { observations: string }) => {
      const { requests, authorized, observations } = decision
      const all = new Map(outcomes)
      for (const { reference } of requests) {
        const outcome = await client
          .call(validateMembershipRequest, { reference, authorized, observations })
          .then(() => 'decided' as const, toApiError)
        all.set(reference, outcome)
        setOutcomes(new Map(all))
        if (outcome !== 'decided' && stopsAll(outcome)) break
      }
      return all
    },
    onSettled: () => {
      for (const { name } of [membershipRequestList, userData])
        void client.invalidateQueries({ queryKey: [name] })
    },
  })
  return { outcomes, pending: mutation.isPending, decide: mutation.mutateAsync }
}
