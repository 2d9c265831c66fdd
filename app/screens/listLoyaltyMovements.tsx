import { useNow } from '#app/device/useNow.ts'
import { useLoyalties } from '#app/features/loyalty/useLoyalties.ts'
import {
  ConsumptionSummary,
  ConsumptionSummarySkeleton,
} from '#app/features/movements/ConsumptionSummary.tsx'
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
import { Tabs } from '#kit/display/Tabs.tsx'
import { TextLink } from '#kit/display/TextLink.tsx'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { periodText } from '#kit/format/period.ts'

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
  const { period } = usePeriodParams()
  const { params, setParams } = useSearchParams()
  const statement = useInfiniteCall(accountStatus, statementRequest(loyaltyCode, period))
  return (
    <>
      <PeriodFilter />
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
