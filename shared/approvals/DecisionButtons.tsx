import {
  type MembershipRequest,
  type Decision as Step,
} from '#contract/entities/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { userData } from '#contract/user/userData.ts'
import { Button } from '#kit/display/Button.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { useConfirmedCall } from '#kit/feedback/useConfirmedCall.tsx'
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
  const { ask, error, dialog } = useConfirmedCall(validateMembershipRequest, {
    // userData tells whether the session still counts as one that has shown its second factor.
    invalidates: [membershipRequestList, userData],
    // The request's state may change while the decision is pending, the text of the dialog may not.
    question: ({ step, authorized }: { step: Step; authorized: boolean }) => {
      const { question, effect } = consequenceOf(step, authorized, request)
      return { title: question, text: effect, danger: !authorized }
    },
    request: ({ authorized }) => ({ reference: request.reference, authorized, observations }),
    onSuccess: (_answer, { step, authorized }) => {
      showToast(consequenceOf(step, authorized, request).done)
      onDecided()
    },
  })
  const confirm = (authorized: boolean) =>
    decision && validate(authorized) && ask({ step: decision, authorized })
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
      {dialog}
    </div>
  )
}
