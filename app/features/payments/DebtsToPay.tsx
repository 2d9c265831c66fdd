import { ScanLine } from 'lucide-react'
import { useEffect } from 'react'
import { useNow } from '#app/device/useNow.ts'
import { DebtList } from '#app/features/payments/DebtList.tsx'
import { pendingPaymentOf } from '#app/features/payments/debtSummary.ts'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { DEBTS_BY_CARD } from '#app/requests.ts'
import type { AnswerOf } from '#contract/call.ts'
import { lastDays, toRange } from '#contract/dates.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useLastDefined } from '#kit/browser/useLastDefined.ts'
import { useSelectedParam } from '#kit/browser/useSelectedParam.ts'
import { whenIdle } from '#kit/browser/whenIdle.ts'
import { IconLink } from '#kit/display/IconButton.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'

/** A chunk of its own: the list is drawn without the dialog library. */
const PayDebt = lazyComponent(
  async () => (await import('#app/features/payments/PayDebt.tsx')).PayDebt,
)

export function DebtsToPay() {
  const debts = useCallQuery(getDebts, DEBTS_BY_CARD)
  useEffect(() => whenIdle(PayDebt.preload), [])
  return (
    <AppScreen
      title="Pagar"
      actions={
        <IconLink
          to="/readScann"
          label="Escanear un código"
          icon={<ScanLine aria-hidden="true" />}
        />
      }
    >
      <QueryView
        query={debts}
        skeleton={
          <>
            <Skeleton shape="hero" />
            <Skeleton shape="row" count={5} />
          </>
        }
      >
        {(data) => <Owed {...data} />}
      </QueryView>
    </AppScreen>
  )
}

function Owed({ debts, geopay }: AnswerOf<typeof getDebts>) {
  const now = useNow()
  const { chosen, choose, close } = useSelectedParam('reference')
  const payments = useCallQuery(getPayments, toRange(lastDays(now))).data?.payments ?? []
  const debt = debts.find(({ reference }) => reference === chosen)
  const shown = useLastDefined(debt)
  // Also when a refetch no longer contains it.
  const isOpen = shown?.reference === (debt?.reference ?? chosen)
  return (
    <>
      {chosen !== '' && !isOpen && (
        <Alert tone="warn" title={`No encontramos ${chosen} entre tus deudas`}>
          Puede que ya esté paga: fijate en Mis pagos.
        </Alert>
      )}
      <DebtList debts={debts} payments={payments} now={now} onChoose={choose} />
      {shown && (
        <PayDebt
          key={shown.reference}
          debt={shown}
          openPayment={pendingPaymentOf(shown, payments)}
          geopay={geopay}
          open={isOpen}
          onClose={close}
        />
      )}
    </>
  )
}
