import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { openedPayment, findDebt } from '#app/parts/payments/debtSummary.ts'
import { whenIdle } from '#app/device/idle.ts'
import { DebtList } from '#app/parts/payments/DebtList.tsx'
import { FindDebt } from '#app/parts/payments/FindDebt.tsx'
import { AppScreen } from '#app/parts/shell/AppScreen.tsx'
import { DEBTS_BY_CARD } from '#app/parts/payments/debtsRequest.ts'
import { useNow } from '#app/device/useNow.ts'
import type { Debt } from '#contract/entities/debt.ts'
import { lastDays, toRange } from '#contract/dates.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { getPayments } from '#contract/payments/getPayments.ts'
import type { AnswerOf } from '#contract/service.ts'
import { Alert } from '#kit/feedback/Alert.tsx'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useSelectedParam } from '#kit/browser/useSelectedParam.ts'

/** Brings the sheet's library, which the list does not need to be drawn. */
const sheet = () => import('#app/parts/payments/PayDebt.tsx')
const PayDebt = lazy(async () => ({ default: (await sheet()).PayDebt }))

/** The first moment of paying: what is owed, and one debt that is chosen. */
export function DebtsToPay() {
  const debts = useCallQuery(getDebts, DEBTS_BY_CARD)
  useEffect(() => whenIdle(() => void sheet().catch(console.warn)), [])
  return (
    <AppScreen title="Pagar">
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
  const byHand = useLocation({ select: ({ pathname }) => pathname !== '/payment' })
  const { chosen, choose, close } = useSelectedParam('reference')
  const payments = useCallQuery(getPayments, toRange(lastDays(now))).data?.payments ?? []
  const debt = chosen === '' ? undefined : findDebt(debts, chosen)
  // It stays in the sheet while that goes away, and also when it stops being owed meanwhile.
  const [last, setLast] = useState<Debt>()
  if (debt && debt !== last) setLast(debt)
  const isOpen = last !== undefined && last.reference === (debt?.reference ?? chosen)
  return (
    <>
      {byHand && <FindDebt debts={debts} onFound={choose} />}
      {chosen !== '' && !isOpen && <NotOwed reference={chosen} />}
      <DebtList debts={debts} payments={payments} now={now} onChoose={choose} />
      {last && (
        <Suspense>
          <PayDebt
            key={last.reference}
            debt={last}
            begun={openedPayment(last, payments)}
            geopay={geopay}
            open={isOpen}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

const NotOwed = ({ reference }: { reference: string }) => (
  <Alert tone="warn" title={`No encontramos ${reference} entre tus deudas`}>
    Puede que ya esté paga: fijate en Mis pagos.
  </Alert>
)
