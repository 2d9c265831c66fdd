import type { ReactNode } from 'react'
import { PeriodFilter } from '#app/parts/movements/PeriodFilter.tsx'
import { LoyaltySelect } from '#app/parts/movements/LoyaltySelect.tsx'
import { MovementList } from '#app/parts/movements/MovementList.tsx'
import { NoMovements } from '#app/parts/movements/NoMovements.tsx'
import { RequireLoyalty } from '#app/parts/movements/RequireLoyalty.tsx'
import { AppScreen } from '#app/parts/shell/AppScreen.tsx'
import { StationSelect } from '#app/parts/movements/StationSelect.tsx'
import { useListSearchParams } from '#app/parts/movements/useListSearchParams.ts'
import { useLoyalties } from '#app/parts/movements/useLoyalties.ts'
import { useNow } from '#app/device/useNow.ts'
import { CardGrid } from '#kit/layout/CardGrid.tsx'
import { presetOf, presetPeriod } from '#kit/format/period.ts'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'

/** Movimientos: the plain list of one loyalty's purchases, by period and station. */
export default function Movements() {
  const loyalties = useLoyalties()
  return (
    <AppScreen title="Movimientos">
      <RequireLoyalty loyalties={loyalties} skeleton={<Skeleton shape="row" count={8} />}>
        {(loyaltyCode) => (
          <Purchases loyaltyCode={loyaltyCode} choice={<LoyaltySelect {...loyalties} />} />
        )}
      </RequireLoyalty>
    </AppScreen>
  )
}

interface Props {
  loyaltyCode: string
  /** How to choose another loyalty. */
  choice: ReactNode
}

function Purchases({ loyaltyCode, choice }: Props) {
  const now = useNow()
  const address = useListSearchParams()
  const { period, setPeriod } = address
  const branchCode = address.word('branchCode')
  const choose = (code: string) => address.setWord('branchCode', code)
  const wider = branchCode
    ? { label: 'Ver todas las estaciones', onPress: () => choose('') }
    : presetOf(period, now) === 'year'
      ? null
      : { label: 'Ver este año', onPress: () => setPeriod(presetPeriod('year', now)) }
  return (
    <>
      <CardGrid>
        {choice}
        <StationSelect code={branchCode} onChoose={choose} />
      </CardGrid>
      <PeriodFilter value={period} onChange={setPeriod} now={now} />
      <MovementList
        loyaltyCode={loyaltyCode}
        period={period}
        branchCode={branchCode}
        empty={<NoMovements wider={wider} />}
      />
    </>
  )
}
