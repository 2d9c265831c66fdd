import { useNow } from '#app/device/useNow.ts'
import { ClaimsLink } from '#app/features/claims/ClaimsLink.tsx'
import { useLoyalties } from '#app/features/loyalty/useLoyalties.ts'
import {
  fuelChart,
  POINTS_OF_PURCHASES,
  type Totals,
  totalsOf,
} from '#app/features/movements/consumption.ts'
import { MovementDownloadMenu } from '#app/features/movements/MovementDownloadMenu.tsx'
import { MovementList } from '#app/features/movements/MovementList.tsx'
import { PeriodFilter } from '#app/features/movements/PeriodFilter.tsx'
import { toSearch, usePeriodParams } from '#app/features/movements/periodParams.ts'
import { LoyaltySelect, RequireLoyalty } from '#app/features/movements/RequireLoyalty.tsx'
import { Statement } from '#app/features/movements/Statement.tsx'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { statementRequest } from '#app/requests.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import { useInfiniteCall } from '#kit/api/useInfiniteCall.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { Chart } from '#kit/chart/Chart.tsx'
import { Card } from '#kit/display/Card.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { Tabs } from '#kit/display/Tabs.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { litres, money, roundLitres, signedPoints } from '#kit/format/numbers.ts'
import { periodText } from '#kit/format/period.ts'

const TABS = ['movements', 'statement'] as const

/** A chunk of its own, which only opens on a tap. */
const CarView = lazyComponent(
  async () => (await import('#app/features/car/CarView.tsx')).CarView,
  ({ failure }) => failure || <Skeleton shape="row" count={6} />,
)

/** Consumo: purchases of a loyalty in a period, by month and by row, and its points; or the log of a car. */
export default function ListLoyaltyMovements() {
  const loyalties = useLoyalties()
  const { car } = useSearchParams().params
  if (car)
    return (
      <AppScreen title="Mi auto" parent={{ title: 'Consumo', url: '/listLoyaltyMovements' }}>
        <CarView />
      </AppScreen>
    )
  return (
    <AppScreen title="Consumo" actions={<MovementDownloadMenu {...loyalties} />}>
      <RequireLoyalty loyalties={loyalties} skeleton={SUMMARY_SKELETON}>
        <LoyaltySelect {...loyalties} />
        <Consumption loyaltyCode={loyalties.code} />
      </RequireLoyalty>
    </AppScreen>
  )
}

function Consumption({ loyaltyCode }: { loyaltyCode: string }) {
  const now = useNow()
  const { period } = usePeriodParams()
  const { params, setParams } = useSearchParams()
  const asked = params.loyaltyCode === undefined ? {} : { loyaltyCode }
  const statement = useInfiniteCall(accountStatus, statementRequest(loyaltyCode, period))
  return (
    <>
      <PeriodFilter />
      <QueryView query={statement} skeleton={SUMMARY_SKELETON}>
        {([first]) => {
          const months = first?.accountStatus.discounts ?? []
          const chart = fuelChart(months, period)
          return (
            <>
              <TotalFigures totals={totalsOf(months)} />
              {chart && (
                <Card>
                  <Chart title="Litros por mes" {...chart} format={roundLitres} />
                </Card>
              )}
            </>
          )
        }}
      </QueryView>
      <Tabs
        label="Detalle"
        value={TABS.find((tab) => tab === params.side) ?? 'movements'}
        onChange={(tab) => setParams({ rrn: '', side: tab === 'movements' ? '' : tab })}
        tabs={[
          {
            value: 'movements',
            label: 'Movimientos',
            content: (
              <>
                <div className="flex flex-wrap gap-x-6">
                  <TextLink to="/listLoyaltyMovements" search={{ car: 'all' }}>
                    Mi auto
                  </TextLink>
                  <ClaimsLink />
                  <TextLink to="/movements" search={{ ...asked, ...toSearch(period, now) }}>
                    Buscar por estación
                  </TextLink>
                </div>
                <MovementList loyaltyCode={loyaltyCode} period={period} />
              </>
            ),
          },
          {
            value: 'statement',
            label: 'Estado de cuenta',
            content: (
              <QueryView query={statement} skeleton={<Skeleton shape="row" count={6} />}>
                {(pages) => (
                  <Statement
                    key={`${loyaltyCode} ${periodText(period)}`}
                    pages={pages}
                    query={statement}
                    loyaltyCode={loyaltyCode}
                    period={period}
                  />
                )}
              </QueryView>
            ),
          },
        ]}
      />
    </>
  )
}

const SUMMARY_SKELETON = (
  <>
    <TotalFigures totals={null} />
    <Skeleton shape="chart" />
  </>
)

/** Figures on cards, two or four in a row. @param totals null during the first load */
function TotalFigures({ totals }: { totals: Totals | null }) {
  const figures = {
    Gastaste: totals && money(totals.amount),
    Ahorraste: totals && money(totals.discount),
    Cargaste: totals && litres(totals.millilitres),
    [POINTS_OF_PURCHASES]: totals && signedPoints(totals.points),
  }
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(9.25rem,100%),1fr))] gap-3">
      {Object.entries(figures).map(([name, value]) => (
        <div
          key={name}
          className="flex flex-col gap-0.5 rounded-card border border-line bg-surface px-4 py-3.5 shadow-card"
        >
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="figures text-lg font-bold tracking-tight">
            {value ?? (
              <span className="inline-block h-4 w-24 max-w-full animate-pulse-soft rounded-mark bg-sunken" />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
