import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '#app/device/idle.ts'
import { PaymentMonths } from '#app/parts/payments/PaymentMonths.tsx'
import { AppScreen } from '#app/parts/shell/AppScreen.tsx'
import { getPayments } from '#contract/payments/getPayments.ts'
import { useListSearchParams } from '#app/parts/movements/useListSearchParams.ts'
import { useNow } from '#app/device/useNow.ts'
import { type DateFilter, toRange } from '#contract/dates.ts'
import type { Payment } from '#contract/entities/payment.ts'
import { DateRange } from '#kit/form/DateRange.tsx'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useSelectedParam } from '#kit/browser/useSelectedParam.ts'

/** Brings the sheet's library, which the list does not need to be drawn. */
const sheet = () => import('#app/parts/payments/PaymentSheet.tsx')
const PaymentSheet = lazy(async () => ({ default: (await sheet()).PaymentSheet }))

/** A person's payments by card in a period, whatever became of them. */
export default function ListPayment() {
  const now = useNow()
  const { period, setPeriod } = useListSearchParams()
  const payments = useCallQuery(getPayments, toRange(period))
  useEffect(() => whenIdle(() => void sheet().catch(console.warn)), [])
  return (
    <AppScreen title="Mis pagos">
      <DateRange value={period} onChange={setPeriod} now={now} />
      <QueryView query={payments} skeleton={<Skeleton shape="row" count={6} />}>
        {(data) => <Listed payments={data.payments} period={period} />}
      </QueryView>
    </AppScreen>
  )
}

function Listed({ payments, period }: { payments: readonly Payment[]; period: DateFilter }) {
  const { chosen, choose, close } = useSelectedParam('datetime')
  const payment = payments.find(({ datetime }) => datetime === chosen)
  // It stays in the sheet while that goes away.
  const [last, setLast] = useState<Payment>()
  if (payment && payment !== last) setLast(payment)
  return (
    <>
      <PaymentMonths payments={payments} period={period} onChoose={choose} />
      {last && (
        <Suspense>
          <PaymentSheet payment={last} open={payment !== undefined} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
