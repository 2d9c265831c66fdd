import { useSession } from '#console/context.ts'
import { DecisionButtons } from '#console/parts/DecisionButtons.tsx'
import { RequestDetails } from '#console/parts/RequestDetails.tsx'
import { decidableStates, STATE_TONES, undecidableReason } from '#console/requestText.ts'
import { useObservationsDraft } from '#console/useObservationsDraft.ts'
import {
  decisionFor,
  type MembershipRequest,
  REQUEST_STATE_LABELS,
} from '#contract/entities/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Sheet } from '#kit/feedback/Sheet.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { TextArea } from '#kit/form/TextArea.tsx'

interface Props {
  reference: string
  open: boolean
  onClose: () => void
}

/**
 * A request with its decision buttons. It is fetched again when the sheet opens: the list may be
 * out of date.
 */
export function RequestSheet({ reference, open, onClose }: Props) {
  const roles = useSession()?.roles ?? []
  const observations = useObservationsDraft(reference)
  const query = useCallQuery(membershipRequestList, { reference })
  const request = query.data?.membershipRequests[0]
  const decision = request && decisionFor(request, roles)
  const decides = decidableStates(roles).length > 0
  const decided = () => {
    observations.remove()
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={request?.holder ?? 'Solicitud'}
      foot={
        request &&
        decides && (
          <DecisionButtons
            request={request}
            decision={decision}
            reason={undecidableReason(request, roles)}
            observations={observations.text}
            onDecided={decided}
          />
        )
      }
    >
      <QueryView query={query} skeleton={<Skeleton shape="text" count={8} />}>
        {() => (request ? <RequestContent request={request} /> : <NotFound />)}
      </QueryView>
      {decision && (
        <TextArea
          label="Observaciones"
          hint="Las va a leer quien pidió entrar."
          optional
          rows={3}
          maxLength={500}
          value={observations.text}
          onChange={({ target }) => observations.write(target.value)}
        />
      )}
      {request && !decides && <Alert tone="neutral">{undecidableReason(request, roles)}</Alert>}
    </Sheet>
  )
}

function RequestContent({ request }: { request: MembershipRequest }) {
  const { state, observations } = request
  return (
    <>
      <div>
        <Badge tone={STATE_TONES[state]}>{REQUEST_STATE_LABELS[state]}</Badge>
      </div>
      {observations && (
        <Alert tone="neutral" title="Observaciones">
          {observations}
        </Alert>
      )}
      <RequestDetails request={request} />
    </>
  )
}

function NotFound() {
  return (
    <EmptyState picture="signpost" title="No encontramos esa solicitud">
      Puede que la dirección esté mal escrita, o que la solicitud no sea tuya para ver.
    </EmptyState>
  )
}
