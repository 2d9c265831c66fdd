import { Check, Flag, Hourglass, X } from 'lucide-react'
import {
  type Decision,
  decisionFor,
  type MembershipRequest,
  REQUEST_STATE_LABELS,
} from '#contract/entities/membershipRequest.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { validateMembershipRequest } from '#contract/loyalty/validateMembershipRequest.ts'
import { ACCOUNT_TYPES } from '#contract/reference/banks.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { userData } from '#contract/user/userData.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Button } from '#kit/display/Button.tsx'
import { DescriptionList, type OptionalDescription } from '#kit/display/DescriptionList.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { Sheet } from '#kit/feedback/Sheet.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { useConfirmedCall } from '#kit/feedback/useConfirmedCall.tsx'
import { TextArea } from '#kit/form/Field.tsx'
import { SubmitError } from '#kit/form/Form.tsx'
import { dateAndTime } from '#kit/format/dates.ts'
import { documentText, mobileText } from '#kit/format/person.ts'
import { age } from '#kit/format/relativeTime.ts'
import { vehicleName } from '#kit/format/vehicle.ts'
import { linkClasses } from '#kit/style/linkClasses.ts'
import { TONES } from '#kit/style/tone.ts'
import { bankName } from '#shared/account/bankName.ts'
import { type HistoryStep, historyOf } from '#shared/approvals/requestHistory.ts'
import {
  type Approver,
  consequenceOf,
  decidableStates,
  STATE_TONES,
  undecidableReason,
} from '#shared/approvals/requestText.ts'
import { useObservations } from '#shared/approvals/useObservations.ts'

interface Props {
  reference: string
  approver: Approver
  open: boolean
  onClose: () => void
  onDecided: (request: MembershipRequest) => void
}

/** A decision that is confirmed: of the request as it was when its button was pressed. */
interface Asked {
  request: MembershipRequest
  decision: Decision
  authorized: boolean
}

/**
 * A request with its decision buttons. It is fetched again when the sheet opens: the list may be
 * out of date. When another operator decided first, the server's refusal says what they decided.
 */
export function RequestSheet({ reference, approver, open, onClose, onDecided }: Props) {
  const { email, roles } = approver
  const observations = useObservations(email, reference)
  const query = useCallQuery(membershipRequestList, { reference })
  const request = query.data?.membershipRequests[0]
  const decision = request && decisionFor(request, roles)
  const decides = decidableStates(roles).length > 0
  const deciding = useConfirmedCall(validateMembershipRequest, {
    // userData tells whether the session still counts as one that has shown its second factor.
    invalidates: [membershipRequestList, userData],
    question: ({ request, decision, authorized }: Asked) => {
      const { question, effect } = consequenceOf(decision, authorized, request)
      // The decision dialog has «Cancelar» and «Ok» (docs/specification.md).
      return { title: question, text: effect, verb: 'Ok', danger: !authorized }
    },
    request: ({ authorized }) => ({ reference, authorized, observations: observations.text }),
    onSuccess: (_answer, { request, decision, authorized }) => {
      showToast(consequenceOf(decision, authorized, request).done)
      observations.remove()
      onDecided(request)
      onClose()
    },
  })
  const { error } = deciding
  const confirm = (authorized: boolean) =>
    decision && observations.validate(authorized) && deciding.ask({ request, decision, authorized })
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={request?.holder ?? 'Solicitud'}
      foot={
        request &&
        decides && (
          <div className="flex flex-col gap-3">
            {error?.noAnswer ? (
              <Alert tone="bad">
                No sabemos si llegó: fijate si tenés conexión y probá de nuevo. No se decide dos
                veces.
              </Alert>
            ) : (
              <SubmitError action="decidir" mutation={deciding} />
            )}
            {!decision && <p className="text-sm text-soft">{undecidableReason(request, roles)}</p>}
            <div className="flex flex-wrap gap-3 *:flex-1">
              <Button kind="quiet" disabled={!decision} onClick={() => confirm(false)}>
                Rechazar
              </Button>
              <Button disabled={!decision} onClick={() => confirm(true)}>
                Autorizar
              </Button>
            </div>
            {deciding.dialog}
          </div>
        )
      }
    >
      <QueryView query={query} skeleton={<Skeleton shape="text" count={8} />}>
        {() =>
          request ? (
            <RequestContent request={request} now={new Date(query.dataUpdatedAt)} />
          ) : (
            <EmptyState picture="signpost" title="No encontramos esa solicitud">
              Puede que la dirección esté mal escrita, o que la solicitud no sea tuya para ver.
            </EmptyState>
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
        <p className="text-sm text-soft">Pedida {age(datetime, now)}</p>
      </div>
      <RequestDetails request={request} />
      <RequestHistory request={request} />
    </>
  )
}

function RequestDetails({ request }: { request: MembershipRequest }) {
  const { vehicle, email, mobile } = request
  return (
    <DescriptionList
      facts={[
        { name: 'Programa', value: request.programmeName, strong: true },
        { name: 'Quién decide', value: request.sponsored ? 'Auspiciante y red' : 'La red' },
        given('Documento', documentText(request.documentNumber)),
        linked('Celular', mobileText(mobile), `tel:${mobile}`),
        linked('Correo', email, `mailto:${encodeURIComponent(email)}`),
        { name: 'Vehículo', value: vehicleName(vehicle) },
        { name: 'Combustible', value: productName(vehicle.fuel) },
        given('RUT', request.clientRUT),
        given('Tarjeta Surtidor', request.clientCardNumber),
        ...accountOf(request),
        { name: 'Referencia', value: request.reference },
      ]}
    />
  )
}

const given = (name: string, value: string): OptionalDescription => value && { name, value }

const linked = (name: string, text: string, href: string): OptionalDescription =>
  text && {
    name,
    value: (
      <a href={href} className={`${linkClasses} -my-2.5 wrap-anywhere`}>
        {text}
      </a>
    ),
  }

function accountOf(request: MembershipRequest): OptionalDescription[] {
  const { accountBank, accountBankType, accountBankNumber, accountBankBranch } = request
  if (!accountBank) return []
  const type = ACCOUNT_TYPES.find(({ code }) => code === accountBankType)?.text ?? accountBankType
  return [
    { name: 'Banco', value: bankName(accountBank) },
    { name: type, value: accountBankNumber },
    given('Sucursal', accountBankBranch),
    given('Titular', request.accountName),
  ]
}

const ICONS = { neutral: Flag, good: Check, warn: Hourglass, bad: X }

function RequestHistory({ request }: { request: MembershipRequest }) {
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-semibold">Historia</h3>
      <ol className="flex flex-col">
        {historyOf(request).map((step) => (
          <HistoryItem key={step.title} {...step} />
        ))}
      </ol>
    </section>
  )
}

function HistoryItem({ title, who, datetime, observations, tone }: HistoryStep) {
  const Icon = ICONS[tone]
  const detail = [who, datetime && dateAndTime(datetime)].filter(Boolean).join(' · ')
  return (
    <li className="relative flex gap-3 pb-4 last:pb-0 [&:not(:last-child)]:before:absolute [&:not(:last-child)]:before:top-8 [&:not(:last-child)]:before:bottom-0 [&:not(:last-child)]:before:left-4 [&:not(:last-child)]:before:w-px [&:not(:last-child)]:before:bg-line">
      <span
        aria-hidden="true"
        className={`flex size-8 shrink-0 items-center justify-center rounded-full ${TONES[tone]}`}
      >
        <Icon size={16} />
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <p className="font-medium">{title}</p>
        {detail && <p className="figures text-sm text-soft">{detail}</p>}
        {observations && (
          <p className="mt-1 rounded-inner bg-sunken px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere">
            {observations}
          </p>
        )}
      </div>
    </li>
  )
}
