import {
  decisionFor,
  type MembershipRequest,
  REQUEST_STATE_LABELS,
} from '#contract/entities/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Text } from '#kit/display/Text.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Sheet } from '#kit/feedback/Sheet.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { TextArea } from '#kit/form/TextArea.tsx'
import { age } from '#kit/format/relativeTime.ts'
import type { Approver } from '#shared/approvals/approver.ts'
import { DecisionButtons } from '#shared/approvals/DecisionButtons.tsx'
import { RequestDetails } from '#shared/approvals/RequestDetails.tsx'
import { RequestHistory } from '#shared/approvals/RequestHistory.tsx'
import { decidableStates, STATE_TONES, undecidableReason } from '#shared/approvals/requestText.ts'
import { useObservations } from '#shared/approvals/useObservations.ts'

interface Props {
  reference: string
  approver: Approver
  open: boolean
  onClose: () => void
  /** Runs after a decision of this operator. */
  onDecided: (request: MembershipRequest) => void
}

/**
 * A request with its decision buttons. It is fetched again when the sheet opens: the list may be
 * out of date.
 */
export function RequestSheet({ reference, approver, open, onClose, onDecided }: Props) {
  const { email, roles } = approver
  const observations = useObservations(email, reference)
  const query = useCallQuery(membershipRequestList, { reference })
  const request = query.data?.membershipRequests[0]
  const decision = request && decisionFor(request, roles)
  const decides = decidableStates(roles).length > 0
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
            validate={observations.validate}
            onDecided={() => {
              observations.remove()
              onDecided(request)
              onClose()
            }}
          />
        )
      }
    >
      <QueryView query={query} skeleton={<Skeleton shape="text" count={8} />}>
        {() =>
          request ? (
            <RequestContent request={request} now={new Date(query.dataUpdatedAt)} />
          ) : (
            <NotFound />
          )
        }
      </QueryView>
      {request && decides && (decision || observations.text !== '') && (
        <TextArea
          {...observations.field}
          hint={
            decision
              ? 'Las va a leer quien pidió entrar. Para rechazar, contá por qué.'
              : 'No se enviaron: la solicitud ya no espera tu decisión.'
          }
          readOnly={!decision}
        />
      )}
      {request && !decides && <Alert tone="neutral">{undecidableReason(request, roles)}</Alert>}
    </Sheet>
  )
}

function RequestContent({ request, now }: { request: MembershipRequest; now: Date }) {
  const { state, datetime } = request
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={STATE_TONES[state]}>{REQUEST_STATE_LABELS[state]}</Badge>
        <Text kind="small">Pedida {age(datetime, now)}</Text>
      </div>
      <RequestDetails request={request} />
      <RequestHistory request={request} />
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
