import { decisionFor, type MembershipRequest } from '#contract/entities/membershipRequest.ts'
import { Button } from '#kit/display/Button.tsx'
import { Text } from '#kit/display/Text.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { Sheet } from '#kit/feedback/Sheet.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { TextArea } from '#kit/form/TextArea.tsx'
import type { Approver } from '#shared/approvals/approver.ts'
import { BulkOutcomes } from '#shared/approvals/BulkOutcomes.tsx'
import { bulkConsequenceOf } from '#shared/approvals/requestText.ts'
import { isOpen, useBulkDecision } from '#shared/approvals/useBulkDecision.ts'
import { useObservations } from '#shared/approvals/useObservations.ts'

interface Props {
  /** Those that were selected when the sheet opened. */
  requests: readonly MembershipRequest[]
  authorized: boolean
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
  const { question, effect, done } = bulkConsequenceOf(step, authorized, requests.length)
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
      {sent && !pending ? <Summary decided={decided} left={left.length} /> : <Text>{effect}</Text>}
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
