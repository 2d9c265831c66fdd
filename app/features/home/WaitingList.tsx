import { MessageCircleQuestionMark } from 'lucide-react'
import { useNow } from '#app/device/useNow.ts'
import { CLAIM_STATE_STYLES, isUnanswered } from '#app/features/claims/claimStates.ts'
import { requestRow, since } from '#app/features/home/requestRow.tsx'
import { isOpen as isOpenRequest } from '#app/features/loyalty/requestGroups.ts'
import {
  isOpen,
  paymentStateStyle,
  placeToPay,
  UNFINISHED,
} from '#app/features/payments/paymentStateStyle.ts'
import { PURCHASE_CLAIMS, SENT_MESSAGES } from '#app/requests.ts'
import { lastDays, toRange } from '#contract/dates.ts'
import type { SentMessage } from '#contract/entities/contactMessage.ts'
import type { Payment } from '#contract/entities/payment.ts'
import type { PurchaseClaim } from '#contract/entities/purchaseClaim.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { purchaseClaims } from '#contract/loyalty/purchaseClaims.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { cfeText } from '#contract/reference/cfeTypes.ts'
import { sentMessages } from '#contract/user/sentMessages.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useInfiniteCall } from '#kit/api/useInfiniteCall.ts'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { ListItem } from '#kit/display/List.tsx'
import { money } from '#kit/format/numbers.ts'
import { ListSection } from '#kit/layout/Section.tsx'

/**
 * What waits for an answer or an end: payments, membership requests, claims and messages to the network.
 * Without an answer of a call home is complete: it draws no error.
 * @param withRequests false where the requests are drawn elsewhere
 */
export function WaitingList({ withRequests }: { withRequests: boolean }) {
  const now = useNow()
  const { data: paid } = useCallQuery(getPayments, toRange(lastDays(now)))
  const { data: requested } = useCallQuery(membershipRequestList, {})
  const { data: sent = [] } = useInfiniteCall(sentMessages, SENT_MESSAGES)
  const { data: claimed = [] } = useInfiniteCall(purchaseClaims, PURCHASE_CLAIMS)
  const claims = claimed.flatMap((page) => page.claims)
  const requests = withRequests ? (requested?.membershipRequests ?? []) : []
  const messages = sent.flatMap((page) => page.messages)
  const rows = [
    ...(paid?.payments ?? []).filter(isOpen).map(paymentRow),
    ...requests.filter(isOpenRequest).map((request) => requestRow(request, now)),
    ...claims.filter(isUnanswered).map((claim) => claimRow(claim, now)),
    ...messages.filter(isReceived).map((message) => messageRow(message, now)),
  ]
  return rows.length > 0 && <ListSection title="Lo que está en curso">{rows}</ListSection>
}

const isReceived = ({ state }: SentMessage) => state === 'RECEIVED'

function paymentRow(payment: Payment) {
  const { icon, tone } = paymentStateStyle(payment)
  const { state, reference, concept, amount, currency, datetime } = payment
  const isBegun = state === 'PENDING'
  return (
    <ListItem
      key={`${reference} ${datetime}`}
      {...(isBegun ? placeToPay(payment) : { to: '/listPayment', search: { datetime } })}
      mark={<IconCircle icon={icon} tone={tone} />}
      title={isBegun ? UNFINISHED : 'Estamos confirmando un pago'}
      detail={`${concept}, ${money(amount, currency)}. ${
        isBegun
          ? 'Si ya escribiste la tarjeta, lo estamos confirmando. Si no, se cierra solo y no se cobra nada.'
          : 'Te avisamos apenas se sepa: no lo pagues de nuevo.'
      }`}
    />
  )
}

function messageRow({ id, type, title, datetime }: SentMessage, now: Date) {
  return (
    <ListItem
      key={id}
      to="/commnents"
      search={{ id }}
      mark={<IconCircle icon={MessageCircleQuestionMark} tone="warn" />}
      title={`Tu ${type === 'Reclamo' ? 'reclamo' : 'mensaje'} espera respuesta ${since(datetime, now)}`}
      detail={title}
    />
  )
}

function claimRow({ id, receipt, state, datetime }: PurchaseClaim, now: Date) {
  const { icon, tone } = CLAIM_STATE_STYLES[state]
  return (
    <ListItem
      key={id}
      to="/movements"
      search={{ claims: 'all', id }}
      mark={<IconCircle icon={icon} tone={tone} />}
      title={`La compra que reclamaste espera ${state === 'waiting' ? 'a la estación' : 'respuesta'} ${since(datetime, now)}`}
      detail={cfeText(receipt)}
    />
  )
}
