import { useQuery } from '@tanstack/react-query'
import { useNow } from '#app/device/useNow.ts'
import { PaymentHints } from '#app/features/payments/PaymentReview.tsx'
import { PaymentRequestStatus } from '#app/features/stationPayment/PaymentRequestStatus.tsx'
import { PayRequest } from '#app/features/stationPayment/PayRequest.tsx'
import type { AnswerOf } from '#contract/call.ts'
import { fromStamp } from '#contract/dates.ts'
import type { DriverState } from '#contract/entities/paymentRequest.ts'
import { itemsSold } from '#contract/entities/receipt.ts'
import { openPaymentRequest } from '#contract/payments/openPaymentRequest.ts'
import { callQueryOptions } from '#kit/api/callQueries.ts'
import { Card } from '#kit/display/Card.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { ButtonLink } from '#kit/display/RouteLink.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { litres, money } from '#kit/format/numbers.ts'

/** Milliseconds between two looks at a request that may be paid, taken by another person or cancelled. */
const OPEN_MS = 3_000
/** Milliseconds between the others: what is paid may be voided, and an answer may be missing. */
const OTHER_MS = 30_000

/** What a till asks to be paid: its review and payment, or how it ended. It stays up to date while it is shown. */
export function StationPayment({ code }: { code: string }) {
  const query = useQuery<AnswerOf<typeof openPaymentRequest>>({
    ...callQueryOptions(openPaymentRequest, { code }),
    refetchInterval: ({ state: { data } }) =>
      data && OPEN.includes(data.request.state) ? OPEN_MS : OTHER_MS,
  })
  return (
    <div className="mx-auto flex w-full max-w-136 flex-col gap-6">
      {query.error?.reason === 'payment_request_unknown' ? (
        UNKNOWN
      ) : (
        <QueryView query={query} skeleton={SKELETON}>
          {(answer) => <Request {...answer} />}
        </QueryView>
      )}
    </div>
  )
}

const OPEN: readonly DriverState[] = ['waiting', 'paying', 'taken']

const SKELETON = (
  <>
    <Skeleton shape="hero" />
    <Skeleton shape="card" />
  </>
)

const UNKNOWN = (
  <EmptyState
    picture="scan"
    title="No encontramos este pago"
    action={<ButtonLink to="/readScann">Escanear otro código</ButtonLink>}
  >
    Escaneá el código que la caja muestra ahora, o pedile a la estación que te lo muestre de nuevo.
  </EmptyState>
)

function Request({ request, geopay }: AnswerOf<typeof openPaymentRequest>) {
  const now = useNow(1_000)
  const { state, debt, lines, isMine } = request
  const end = fromStamp(request.expiresAt) ?? now
  const secondsLeft = Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 1000))
  const isOpen = state === 'waiting' || (state === 'paying' && debt.state === 'PENDING')
  const isPayable = isOpen && secondsLeft > 0
  const totals = [{ name: 'Total', value: money(debt.amount, debt.currency), strong: true }]
  return (
    <>
      <div aria-live="polite" className="flex flex-col gap-6">
        {isPayable ? (
          <PayRequest request={request} geopay={geopay} secondsLeft={secondsLeft} />
        ) : (
          <PaymentRequestStatus state={isOpen ? 'expired' : state} isMine={isMine} />
        )}
      </div>
      <Card
        title="Tu compra"
        detail={`${debt.merchantName}, ${request.terminal} · Ticket ${request.ticket}`}
      >
        <DescriptionList
          facts={[...itemsSold(lines, debt.currency, { money, litres }), ...totals]}
        />
      </Card>
      {isPayable && (
        <PaymentHints debt={{ ...debt, points: request.points }}>
          Es lo que calculamos: aparecen en tu cuenta cuando la estación informa la venta.
        </PaymentHints>
      )}
    </>
  )
}
