import type { ReactNode } from 'react'
import { useLoyalties } from '#app/features/loyalty/useLoyalties.ts'
import { MovementList } from '#app/features/movements/MovementList.tsx'
import { PeriodFilter } from '#app/features/movements/PeriodFilter.tsx'
import { usePeriodParams } from '#app/features/movements/periodParams.ts'
import { LoyaltySelect, RequireLoyalty } from '#app/features/movements/RequireLoyalty.tsx'
import { StationSelect } from '#app/features/movements/StationSelect.tsx'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { CardGrid } from '#kit/layout/CardGrid.tsx'

/** Movimientos: purchases of a loyalty by period and station. */
export default function Movements() {
  const loyalties = useLoyalties()
  return (
    <AppScreen title="Movimientos">
      <RequireLoyalty loyalties={loyalties} skeleton={<Skeleton shape="row" count={8} />}>
        {(loyaltyCode) => (
          <FilteredMovements
            loyaltyCode={loyaltyCode}
            loyaltySelect={<LoyaltySelect {...loyalties} />}
          />
        )}
      </RequireLoyalty>
    </AppScreen>
  )
}

interface Props {
  loyaltyCode: string
  loyaltySelect: ReactNode
}

function FilteredMovements({ loyaltyCode, loyaltySelect }: Props) {
  const { period } = usePeriodParams()
  const { params, setParams } = useSearchParams()
  const { branchCode = '' } = params
  const selectBranch = (code: string) => setParams({ rrn: '', branchCode: code })
  return (
    <>
      <CardGrid>
        {loyaltySelect}
        <StationSelect code={branchCode} onChoose={selectBranch} />
      </CardGrid>
      <PeriodFilter />
      <MovementList
        loyaltyCode={loyaltyCode}
        period={period}
        branchCode={branchCode}
        onAllStations={() => selectBranch('')}
      />
    </>
  )
}
