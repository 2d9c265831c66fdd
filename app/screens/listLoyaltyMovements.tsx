import { useNow } from '#app/device/useNow.ts'
import { useLoyalties } from '#app/features/loyalty/useLoyalties.ts'
import {
  ConsumptionSummary,
  ConsumptionSummarySkeleton,
} from '#app/features/movements/ConsumptionSummary.tsx'
import { ListDownload } from '#app/features/movements/ListDownload.tsx'
import { MovementList } from '#app/features/movements/MovementList.tsx'
import { NoMovements } from '#app/features/movements/NoMovements.tsx'
import { PeriodFilter } from '#app/features/movements/PeriodFilter.tsx'
import { toSearch, usePeriodParams } from '#app/features/movements/periodParams.ts'
import { LoyaltySelect, RequireLoyalty } from '#app/features/movements/RequireLoyalty.tsx'
import { Statement } from '#app/features/movements/Statement.tsx'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { statementRequest } from '#app/requests.ts'
import { accountStatus } from '#contract/financial/accountStatus.ts'
import type { CallQueryClient } from '#kit/api/callQueries.ts'
import { fetchAllPages } from '#kit/api/fetchAllPages.ts'
import { useInfiniteCall } from '#kit/api/useInfiniteCall.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { Tabs } from '#kit/display/Tabs.tsx'
import { TextLink } from '#kit/display/TextLink.tsx'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { periodText, presetOf, presetPeriod } from '#kit/format/period.ts'

const TABS = ['movements', 'statement'] as const

/** Consumo: purchases of a loyalty in a period, by month and by row, and its points. */
export default function ListLoyaltyMovements() {
  const loyalties = useLoyalties()
  return (
    <AppScreen title="Consumo">
      <RequireLoyalty loyalties={loyalties} skeleton={<ConsumptionSummarySkeleton />}>
        {(loyaltyCode) => (
          <>
            <LoyaltySelect {...loyalties} />
            <Consumption loyaltyCode={loyaltyCode} />
          </>
        )}
      </RequireLoyalty>
    </AppScreen>
  )
}

function Consumption({ loyaltyCode }: { loyaltyCode: string }) {
  const now = useNow()
  const { period, setPeriod } = usePeriodParams()
  const { params, setParams } = useSearchParams()
  const request = statementRequest(loyaltyCode, period)
  const statement = useInfiniteCall(accountStatus, request)
  const loadStatement = async (client: CallQueryClient) => {
    const [{ statementFiles }, all] = await Promise.all([
      import('#app/features/movements/listFiles.ts'),
      fetchAllPages(client, accountStatus, { ...request, count: 1000 }),
    ])
    return statementFiles(all, period)
  }
  const wider =
    presetOf(period, now) === 'year'
      ? null
      : { label: 'Ver este año', onPress: () => setPeriod(presetPeriod('year', now)) }
  return (
    <>
      <PeriodFilter value={period} onChange={setPeriod} now={now} />
      <QueryView query={statement} skeleton={<ConsumptionSummarySkeleton />}>
        {([first]) =>
          first && <ConsumptionSummary months={first.accountStatus.discounts} period={period} />
        }
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
                <div>
                  <TextLink to="/movements" search={toSearch(period, now)}>
                    Buscar por estación
                  </TextLink>
                </div>
                <MovementList
                  loyaltyCode={loyaltyCode}
                  period={period}
                  empty={<NoMovements wider={wider} />}
                />
              </>
            ),
          },
          {
            value: 'statement',
            label: 'Estado de cuenta',
            content: (
              <QueryView query={statement} skeleton={<Skeleton shape="row" count={6} />}>
                {(pages) => (
                  <>
                    <ListDownload
                      label="Descargar el estado de cuenta"
                      name="estado-de-cuenta"
                      loyaltyCode={loyaltyCode}
                      period={period}
                      load={loadStatement}
                    />
                    <Statement
                      key={`${loyaltyCode} ${periodText(period)}`}
                      pages={pages}
                      query={statement}
                      period={period}
                    />
                  </>
                )}
              </QueryView>
            ),
          },
        ]}
      />
    </>
  )
}
