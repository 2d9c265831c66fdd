import { ClaimsLink } from '#app/features/claims/ClaimsLink.tsx'
import { CLAIMS_TITLE } from '#app/features/loyalty/claimsTitle.ts'
import { type Loyalties, useLoyalties } from '#app/features/loyalty/useLoyalties.ts'
import { MovementDownloadMenu } from '#app/features/movements/MovementDownloadMenu.tsx'
import { MovementList } from '#app/features/movements/MovementList.tsx'
import { PeriodFilter } from '#app/features/movements/PeriodFilter.tsx'
import { usePeriodParams } from '#app/features/movements/periodParams.ts'
import { LoyaltySelect, RequireLoyalty } from '#app/features/movements/RequireLoyalty.tsx'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { branches } from '#contract/info/branches.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { RetryButton, Skeleton } from '#kit/feedback/QueryView.tsx'
import { useLoadingError } from '#kit/feedback/queryStatus.ts'
import { Select } from '#kit/form/Field.tsx'
import { CardGrid } from '#kit/layout/CardGrid.tsx'

/** A chunk of its own: few purchases are missing. */
const ClaimsView = lazyComponent(
  async () => (await import('#app/features/claims/ClaimsView.tsx')).ClaimsView,
  ({ failure }) => failure || <Skeleton shape="row" count={4} />,
)

/** Movimientos: purchases of a loyalty by period and station, or the claims of those that are missing. */
export default function Movements() {
  const { claims } = useSearchParams().params
  if (claims)
    return (
      <AppScreen title={CLAIMS_TITLE} parent={{ title: 'Movimientos', url: '/movements' }}>
        <ClaimsView />
      </AppScreen>
    )
  return <OwnMovements />
}

function OwnMovements() {
  const loyalties = useLoyalties()
  return (
    <AppScreen title="Movimientos" actions={<MovementDownloadMenu {...loyalties} />}>
      <RequireLoyalty loyalties={loyalties} skeleton={<Skeleton shape="row" count={8} />}>
        <FilteredMovements loyalties={loyalties} />
      </RequireLoyalty>
    </AppScreen>
  )
}

function FilteredMovements({ loyalties }: { loyalties: Loyalties }) {
  const { period } = usePeriodParams()
  const { params, setParams } = useSearchParams()
  const { branchCode = '' } = params
  const selectBranch = (code: string) => setParams({ rrn: '', branchCode: code })
  return (
    <>
      <CardGrid>
        <LoyaltySelect {...loyalties} />
        <StationSelect code={branchCode} onChoose={selectBranch} />
      </CardGrid>
      <PeriodFilter />
      <ClaimsLink />
      <MovementList
        loyaltyCode={loyalties.code}
        period={period}
        branchCode={branchCode}
        onAllStations={() => selectBranch('')}
      />
    </>
  )
}

interface StationSelectProps {
  /** The selected station; empty for all. */
  code: string
  onChoose: (code: string) => void
}

/** Selects one station of the network, or all. */
function StationSelect({ code, onChoose }: StationSelectProps) {
  const stations = useCallQuery(branches, {})
  const error = useLoadingError(stations)
  const options = (stations.data?.branches ?? []).map((branch) => ({
    value: branch.code,
    label: branch.name,
  }))
  // The address may contain a code before the list is loaded, or one that does not exist any more.
  if (code && !options.some(({ value }) => value === code))
    options.push({ value: code, label: `Estación ${code}` })
  return (
    <>
      <Select
        label="Estación"
        placeholder="Todas las estaciones"
        options={options}
        value={code}
        onChange={(event) => onChoose(event.target.value)}
        hint={error ? 'No pudimos traer las estaciones.' : undefined}
      />
      {error && <RetryButton query={stations} />}
    </>
  )
}
