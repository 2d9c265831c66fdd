import type { ReactNode } from 'react'
import { ListPeriod } from '#app/parts/movements/PeriodFilter.tsx'
import { LoyaltyChoice } from '#app/parts/movements/LoyaltySelect.tsx'
import { MovementList } from '#app/parts/movements/MovementList.tsx'
import { NoMovements } from '#app/parts/movements/NoMovements.tsx'
import { OfLoyalty } from '#app/parts/movements/RequireLoyalty.tsx'
import { Screen } from '#app/parts/shell/AppScreen.tsx'
import { StationChoice } from '#app/parts/movements/StationSelect.tsx'
import { useListAddress } from '#app/parts/movements/useListSearchParams.ts'
import { useLoyalties } from '#app/parts/movements/useLoyalties.ts'
import { useNow } from '#app/device/useNow.ts'
import { Columns } from '#kit/layout/CardGrid.tsx'
import { presetOf, presetPeriod } from '#kit/format/period.ts'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'

/** Movimientos: the plain list of one loyalty's purchases, by period and station. */
export default function Movements() {
  const loyalties = useLoyalties()
  return (
    <Screen title="Movimientos">
      <OfLoyalty loyalties={loyalties} hold={<Skeleton shape="row" count={8} />}>
        {(loyaltyCode) => (
          <Purchases loyaltyCode={loyaltyCode} choice={<LoyaltyChoice {...loyalties} />} />
        )}
      </OfLoyalty>
    </Screen>
  )
}

interface Props {
  loyaltyCode: string
  /** How to choose another loyalty. */
  choice: ReactNode
}

function Purchases({ loyaltyCode, choice }: Props) {
  const now = useNow()
  const address = useListAddress()
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
      <Columns>
        {choice}
        <StationChoice code={branchCode} onChoose={choose} />
      </Columns>
      <ListPeriod value={period} onChange={setPeriod} now={now} />
      <MovementList
        loyaltyCode={loyaltyCode}
        period={period}
        branchCode={branchCode}
        empty={<NoMovements wider={wider} />}
      />
    </>
  )
}
