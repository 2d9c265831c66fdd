import { useEffect } from 'react'
import { LoyaltyCard } from '#app/features/loyalty/LoyaltyCard.tsx'
import { PointsToday } from '#app/features/loyalty/PointsToday.tsx'
import { useLoyalties } from '#app/features/loyalty/useLoyalties.ts'
import { SpendPoints } from '#app/features/rewards/SpendPoints.tsx'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { ButtonLink } from '#kit/display/RouteLink.tsx'
import { Tabs } from '#kit/display/Tabs.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { lazyComponent } from '#kit/feedback/lazyComponent.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'

const TABS = ['tarjeta', 'premios', 'datos'] as const

/** One loyalty: its card for the till, rewards and vouchers, and its data. Without a code in the address, the selected one. */
export default function OneLoyalty() {
  const { query, code } = useLoyalties()
  const { params, setParams } = useSearchParams()
  const wanted = params.loyaltyCode ?? code
  // A link to a voucher may have its `id` only; when it is closed, the tab stays.
  const named = params.id ? 'premios' : params.tab
  useEffect(() => {
    if (named && named !== params.tab) setParams({ tab: named })
  }, [named, params.tab, setParams])
  return (
    <AppScreen title="Tu afiliación">
      <QueryView query={query} skeleton={<Skeleton shape="chart" />}>
        {({ loyalties }) => {
          const loyalty = loyalties.find(({ loyaltyCode }) => loyaltyCode === wanted)
          if (!loyalty) return NO_LOYALTY
          return (
            <Tabs
              label="Partes de la afiliación"
              value={TABS.find((tab) => tab === named) ?? 'tarjeta'}
              onChange={(tab) => setParams({ id: '', tab: tab === 'tarjeta' ? '' : tab })}
              tabs={[
                {
                  value: 'tarjeta',
                  label: 'Tarjeta',
                  content: (
                    <>
                      <LoyaltyCard loyalty={loyalty}>
                        <SpendPoints loyalty={loyalty} />
                      </LoyaltyCard>
                      <PointsToday loyalty={loyalty} />
                    </>
                  ),
                },
                {
                  value: 'premios',
                  label: 'Premios',
                  content: <RewardsAndVouchers key={wanted} loyaltyCode={wanted} />,
                },
                {
                  value: 'datos',
                  label: 'Datos',
                  content: <LoyaltyData key={wanted} loyalty={loyalty} />,
                },
              ]}
            />
          )
        }}
      </QueryView>
    </AppScreen>
  )
}

const RewardsAndVouchers = lazyComponent<{ loyaltyCode: string }>(
  async () => (await import('#app/features/rewards/RewardsAndVouchers.tsx')).RewardsAndVouchers,
  ({ failure }) => failure || <Skeleton shape="row" count={6} />,
)

const LoyaltyData = lazyComponent<{ loyalty: Loyalty }>(
  async () => (await import('#app/features/loyaltyData/LoyaltyData.tsx')).LoyaltyData,
  ({ failure }) => failure || <Skeleton shape="row" count={6} />,
)

const NO_LOYALTY = (
  <EmptyState
    picture="signpost"
    title="No encontramos esa afiliación"
    action={<ButtonLink to="/listLoyalty">Ver mis afiliaciones</ButtonLink>}
  >
    Puede que la hayas dejado, o que todavía no esté autorizada.
  </EmptyState>
)
