import { useNow } from '#app/device/useNow.ts'
import { usePeriodParams } from '#app/features/movements/periodParams.ts'
import { PaymentMonths } from '#app/features/payments/PaymentMonths.tsx'
import { PaymentSheet } from '#app/features/payments/PaymentSheet.tsx'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { type DateFilter, toRange } from '#contract/dates.ts'
import type { Payment } from '#contract/entities/payment.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { useSelectedParam } from '#kit/browser/useSelectedParam.ts'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { DateRange } from '#kit/form/DateRange.tsx'

/** Card payments of a period, in any state. */
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

function PaymentList({ payments, period }: { payments: readonly Payment[]; period: DateFilter }) {
  const { chosen, choose, close } = useSelectedParam('datetime')
  const payment = payments.find(({ datetime }) => datetime === chosen)
  const shown = useLastDefined(payment)
  return (
    <>
      <PaymentMonths payments={payments} period={period} onChoose={choose} />
      {shown && <PaymentSheet payment={shown} open={payment !== undefined} onClose={close} />}
    </>
  )
}
