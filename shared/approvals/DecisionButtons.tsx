import { useState } from 'react'

import type { MembershipRequest, Decision as Step } from '#contract/entities/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { userData } from '#contract/user/userData.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { LazyConfirmDialog } from '#kit/feedback/LazyConfirmDialog.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { SubmitError } from '#kit/form/Form.tsx'
import { consequenceOf } from '#shared/approvals/requestText.ts'

interface Props {
  request: MembershipRequest
  /** The decision that is open to this operator; without one the buttons are disabled. */
  decision: Step | undefined
  /** Why the buttons are disabled. */
  reason: string
  observations: string
  /** Checks the observations before the dialog opens; false: their error is shown at their field. */
  validate: (authorized: boolean) => boolean
  onDecided: () => void
}

/**
 * Authorises or rejects a request, after a dialog that states the consequence. When another
 * operator decided first, the server's refusal is shown with what the other one decided.
 */
export function DecisionButtons(props: Props) {
  const { request, decision, reason, observations, validate, onDecided } = props
  const mutation = useCallMutation(validateMembershipRequest, {
    // userData tells whether the session still counts as one that has shown its second factor.
    invalidates: [membershipRequestList, userData],
  })
  const [confirming, setConfirming] = useState(false)
  const [authorized, setAuthorized] = useState(true)
  // The step of the open dialog: the request's state may change while the decision is pending, the
  // text of the dialog may not.
  const [step, setStep] = useState<Step>('sponsorDecide')
  const { question, effect, done } = consequenceOf(step, authorized, request)
  const confirm = (authorize: boolean) => {
    if (!decision || !validate(authorize)) return
    mutation.reset()
    setStep(decision)
    setAuthorized(authorize)
    setConfirming(true)
  }
  const decide = () => {
    mutation.mutate(
      { reference: request.reference, authorized, observations },
      {
        onSuccess: () => {
          showToast(done)
          onDecided()
        },
      },
    )
  }
  const { error } = mutation
  return (
    <div className="flex flex-col gap-3">
      {error?.noAnswer ? (
        <Alert tone="bad">
          No sabemos si llegó: fijate si tenés conexión y probá de nuevo. No se decide dos veces.
        </Alert>
      ) : (
        <SubmitError action="decidir" error={error} />
      )}
      {!decision && <p className="text-sm text-soft">{reason}</p>}
      <div className="flex flex-wrap gap-3 *:flex-1">
        <Button kind="quiet" disabled={!decision} onClick={() => confirm(false)}>
          Rechazar
        </Button>
        <Button disabled={!decision} onClick={() => confirm(true)}>
          Autorizar
        </Button>
      </div>
      <LazyConfirmDialog
        open={confirming && !error && !mutation.isSuccess}
        title={question}
        danger={!authorized}
        busy={mutation.isPending}
        onCancel={() => setConfirming(false)}
        onOk={decide}
      >
        {effect}
      </LazyConfirmDialog>
    </div>
  )
}
