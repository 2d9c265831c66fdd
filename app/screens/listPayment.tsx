import { useNow } from '#app/device/useNow.ts'
import { byStamp } from '#app/features/movements/movementFormat.ts'
import { usePeriodParams } from '#app/features/movements/periodParams.ts'
import { PaymentDetails } from '#app/features/payments/PaymentDetails.tsx'
import { partialRefundText } from '#app/features/payments/partialRefund.ts'
import {
  listedState,
  paymentStateStyle,
  placeToPay,
} from '#app/features/payments/paymentStateStyle.ts'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { type DateFilter, toRange } from '#contract/dates.ts'
import { type Payment, paymentDate } from '#contract/entities/payment.ts'
import { DOLLARS, PESOS } from '#contract/money.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useSelectedItem } from '#kit/browser/useSelectedParam.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { ListItem } from '#kit/display/List.tsx'
import { Money } from '#kit/display/Money.tsx'
import { ButtonLink } from '#kit/display/RouteLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { LazySheet } from '#kit/feedback/LazySheet.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { DateRange } from '#kit/form/DateRange.tsx'
import { dateAndTime, monthHeading } from '#kit/format/dates.ts'
import { money } from '#kit/format/numbers.ts'
import { periodText } from '#kit/format/period.ts'
import { ListSection } from '#kit/layout/Section.tsx'

export default function ListPayment() {
  const now = useNow()
  const { period, setPeriod } = usePeriodParams()
  const payments = useCallQuery(getPayments, toRange(period))
  return (
    <AppScreen title="Mis pagos">
      <DateRange value={period} onChange={setPeriod} now={now} />
      <QueryView query={payments} skeleton={<Skeleton shape="row" count={6} />}>
        {(data) => <PaymentList payments={data.payments} period={period} />}
      </QueryView>
    </AppScreen>
  )
}

/** Payments by month, the newest first, each month with the amount paid. */
function PaymentList({ payments, period }: { payments: readonly Payment[]; period: DateFilter }) {
  const { item, isOpen, choose, close } = useSelectedItem('datetime', payments)
  return (
    <>
      {payments.length === 0 && (
        <EmptyState
          picture="receipt"
          title="No hay pagos en este período"
          action={
            <ButtonLink to="/payment" kind="quiet">
              Ver qué tengo para pagar
            </ButtonLink>
          }
        >
          Buscamos {periodText(period)}. Probá con otro período.
        </EmptyState>
      )}
      {byStamp(payments, 'month', paymentDate).map(({ stamp, items }) => {
        return (
          <ListSection key={stamp} title={monthHeading(stamp)} action={<Paid payments={items} />}>
            {items.map((payment) => (
              <PaymentRow
                key={`${payment.reference} ${payment.datetime}`}
                payment={payment}
                onPress={() => choose(payment.datetime)}
              />
            ))}
          </ListSection>
        )
      })}
      {item && <PaymentSheet payment={item} open={isOpen} onClose={close} />}
    </>
  )
}

/** What was charged and not given back, in each currency with a charge. */
function Paid({ payments }: { payments: readonly Payment[] }) {
  const sums = ([PESOS, DOLLARS] as const)
    .map((currency) => ({
      currency,
      cents: payments
        .filter((payment) => payment.state === 'PAID' && payment.currency === currency)
        .reduce((sum, { amount, refundedAmount = 0 }) => sum + amount - refundedAmount, 0),
    }))
    .filter(({ cents }) => cents > 0)
  if (sums.length === 0) return null
  return (
    // Below the name of the month, however much room there is beside it.
    <p className="basis-full text-sm text-soft">
      Pagaste {sums.map(({ cents, currency }) => money(cents, currency)).join(' y ')}
    </p>
  )
}

/** The state is a chip where it is not paid; a paid one has its amount in bold, and the word for readers. */
function PaymentRow({ payment, onPress }: { payment: Payment; onPress: () => void }) {
  const { state, maskedCard, amount, currency } = payment
  const isPaid = state === 'PAID'
  const refund = partialRefundText(payment)
  return (
    <ListItem
      columns
      title={payment.concept}
      detail={
        <>
          <span className="block">{payment.merchantName}</span>
          <span className="block">
            {dateAndTime(paymentDate(payment))}{' '}
            {maskedCard !== '' && (
              <span className="whitespace-nowrap">· ····{maskedCard.slice(-4)}</span>
            )}
          </span>
          <span className="block">
            {isPaid ? (
              <span className="sr-only">{listedState(payment)}</span>
            ) : (
              <Badge tone={paymentStateStyle(payment).tone}>{listedState(payment)}</Badge>
            )}
            {refund && ' '}
            {refund && <span>{refund}</span>}
          </span>
        </>
      }
      trailing={
        // Lighter unless it was charged.
        <span className={isPaid ? '' : 'font-normal text-soft'}>
          <Money cents={amount} currency={currency} />
        </span>
      }
      onPress={onPress}
    />
  )
}

interface PaymentSheetProps {
  payment: Payment
  open: boolean
  onClose: () => void
}

function PaymentSheet({ payment, open, onClose }: PaymentSheetProps) {
  const { label, tone } = paymentStateStyle(payment)
  const refund = partialRefundText(payment)
  return (
    <LazySheet open={open} onClose={onClose} title="Tu pago" foot={nextStep(payment)}>
      {payment.state === 'PROCESSING' && (
        <Alert title="Estamos confirmando tu pago">
          La red de tarjetas todavía no nos contestó. No lo pagues de nuevo.
        </Alert>
      )}
      {payment.state === 'PENDING' && (
        <Alert tone="warn" title="Todavía no terminó">
          Si ya escribiste la tarjeta, lo estamos confirmando. Si no, la página queda abierta unos
          minutos desde que empezaste, y después se cierra sin cobrarte.
        </Alert>
      )}
      {refund !== '' && (
        <Alert title={refund}>
          Vuelve a tu tarjeta; el emisor puede demorar unos días en mostrarlo.
        </Alert>
      )}
      {payment.state === 'VOIDED' && (
        <Alert tone={tone}>El cobro quedó sin efecto y tu tarjeta no lo paga.</Alert>
      )}
      {payment.state === 'REJECTED' && (
        <Alert tone={tone}>{payment.reason} No se cobró nada.</Alert>
      )}
      {payment.state !== 'PAID' && (
        <div>
          <Badge tone={tone}>{label}</Badge>
        </div>
      )}
      <PaymentDetails payment={payment} />
    </LazySheet>
  )
}

/**
 * A pending payment can be resumed and a rejected one paid again, both in the sheet of its debt.
 */
function nextStep(payment: Payment) {
  const { state, station } = payment
  if (state !== 'PENDING' && state !== 'REJECTED') return undefined
  return (
    <ButtonLink {...placeToPay(payment)} wide>
      {state === 'PENDING' ? 'Seguir con el pago' : station ? 'Ir al pago' : 'Ir a la deuda'}
    </ButtonLink>
  )
}
