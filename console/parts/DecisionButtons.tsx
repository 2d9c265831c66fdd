import { useState } from 'react'
import { consequenceOf } from '#console/requestText.ts'
import type { MembershipRequest, Decision as Step } from '#contract/entities/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Button } from '#kit/display/Button.tsx'
import { ConfirmDialog } from '#kit/feedback/ConfirmDialog.tsx'
import { SubmitError } from '#kit/form/SubmitError.tsx'
import { Text } from '#kit/display/Text.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'

interface Props {
  request: MembershipRequest
  /** The decision that is this person's now; without one the buttons are grey. */
  decision: Step | undefined
  /** Why they are. */
  whyNot: string
  observations: string
  onDecided: () => void
}

/** Yes or no to a request. Asks first and says what it will do; who comes second reads who won. */
export function DecisionButtons({ request, decision, whyNot, observations, onDecided }: Props) {
  const deciding = useCallMutation(validateMembershipRequest, {
    invalidates: [membershipRequestList],
  })
  const [asking, setAsking] = useState(false)
  const [authorized, setAuthorized] = useState(true)
  // While it is answered the state may move on under the dialog: its words stay.
  const [step, setStep] = useState<Step>('sponsorDecide')
  const { question, effect, done } = consequenceOf(step, authorized, request)
  const ask = (yes: boolean) => {
    if (!decision) return
    deciding.reset()
    setStep(decision)
    setAuthorized(yes)
    setAsking(true)
  }
  const decide = () => {
    deciding.mutate(
      { reference: request.reference, authorized, observations },
      {
        onSuccess: () => {
          showToast(done)
          onDecided()
        },
      },
    )
  }
  const { error } = deciding
  return (
    <div className="flex flex-col gap-3">
      {error?.noAnswer ? (
        <Alert tone="bad">
          No sabemos si llegó: fijate si tenés conexión y probá de nuevo. No se decide dos veces.
        </Alert>
      ) : (
        <SubmitError error={error} />
      )}
      {!decision && !error && <Text kind="small">{whyNot}</Text>}
      <div className="flex flex-wrap gap-3 *:flex-1">
        <Button kind="quiet" disabled={!decision} onClick={() => ask(false)}>
          Rechazar
        </Button>
        <Button disabled={!decision} onClick={() => ask(true)}>
          Autorizar
        </Button>
      </div>
      <ConfirmDialog
        open={asking && !error && !deciding.isSuccess}
        title={question}
        danger={!authorized}
        busy={deciding.isPending}
        onCancel={() => setAsking(false)}
        onOk={decide}
      >
        {effect}
      </ConfirmDialog>
    </div>
  )
}
