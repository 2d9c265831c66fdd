import { FileClock } from 'lucide-react'
import { useState } from 'react'
import { RequestTracker } from '#app/features/loyalty/RequestTracker.tsx'
import {
  type MembershipRequest,
  mayWithdraw,
  REQUEST_STATE_LABELS,
  type RequestState,
} from '#contract/entities/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { LazyConfirmDialog } from '#kit/feedback/LazyConfirmDialog.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { vehicleName } from '#kit/format/vehicle.ts'
import type { Tone } from '#kit/style/tone.ts'

/** A membership request: programme, vehicle and tracker; a pending one can be withdrawn. */
export function RequestCard({ request }: { request: MembershipRequest }) {
  const { programmeName, vehicle, state } = request
  return (
    <Card
      mark={<IconCircle icon={FileClock} tone={REQUEST_TONES[state]} />}
      title={programmeName}
      detail={vehicleName(vehicle)}
      badge={<Badge tone={REQUEST_TONES[state]}>{REQUEST_STATE_LABELS[state]}</Badge>}
    >
      <RequestTracker request={request} />
      {mayWithdraw(request) && <Withdraw request={request} />}
    </Card>
  )
}

function Withdraw({ request: { reference, programmeName } }: { request: MembershipRequest }) {
  const [asking, setAsking] = useState(false)
  const withdrawal = useCallMutation(removeMembership, { invalidates: [membershipRequestList] })
  const withdraw = () =>
    withdrawal.mutate(
      { loyaltyCode: reference },
      {
        onSuccess: () => showToast(`Retiraste tu solicitud a ${programmeName}.`),
        onSettled: () => setAsking(false),
      },
    )
  return (
    <>
      <SubmitError action="retirar la solicitud" error={withdrawal.error} />
      <div>
        <Button kind="quiet" onClick={() => setAsking(true)}>
          Retirar la solicitud
        </Button>
      </div>
      <LazyConfirmDialog
        open={asking}
        title="¿Retirar la solicitud?"
        danger
        busy={withdrawal.isPending}
        onOk={withdraw}
        onCancel={() => setAsking(false)}
      >
        Nadie la va a mirar más. Si después querés entrar a {programmeName}, mandás otra.
      </LazyConfirmDialog>
    </>
  )
}

const REQUEST_TONES: Record<RequestState, Tone> = {
  PENDING: 'warn',
  STATE_UBER_AUTHORIZED: 'brand',
  STATE_UBER_REJECTED: 'bad',
  STATE_PETROBRAS_AUTHORIZED: 'good',
  STATE_PETROBRAS_REJECTED: 'bad',
  VOIDED: 'neutral',
}
