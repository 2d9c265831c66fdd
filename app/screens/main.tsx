import type { ReactNode } from 'react'
import { useSession } from '#app/context.ts'
import { DebtsSummary } from '#app/features/home/DebtsSummary.tsx'
import { HomeInvitation } from '#app/features/home/HomeInvitation.tsx'
import { LastMovements } from '#app/features/home/LastMovements.tsx'
import { NearestStation } from '#app/features/home/NearestStation.tsx'
import { PointsPanel } from '#app/features/home/PointsPanel.tsx'
import { QuickActions } from '#app/features/home/QuickActions.tsx'
import { UnreadNotifications } from '#app/features/home/UnreadNotifications.tsx'
import { FirstSteps, Welcome } from '#app/features/home/Welcome.tsx'
import { useLoyalties } from '#app/features/loyalty/useLoyalties.ts'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'

/** Home: a summary in blocks with a query each, or the first steps of a new person. */
export default function Main() {
  const session = useSession()
  const loyalties = useLoyalties()
  // The session's loyalties may be outdated: only the query says that there is none.
  const newcomer = loyalties.query.data !== undefined && loyalties.list.length === 0
  return (
    <AppScreen title={`Hola, ${session?.user.firstName ?? ''}`} full>
      {newcomer ? <Welcome /> : <PointsPanel {...loyalties} />}
      <QuickActions />
      <TwoColumns
        aside={
          <>
            <NearestStation />
            <UnreadNotifications quiet={newcomer} />
          </>
        }
      >
        <DebtsSummary quiet={newcomer} />
        {newcomer && <FirstSteps />}
        {loyalties.list.length > 0 && <LastMovements loyaltyCode={loyalties.code} />}
      </TwoColumns>
      <HomeInvitation />
    </AppScreen>
  )
}

interface TwoColumnsProps {
  children: ReactNode
  /** The narrower column on the right; below the other on a phone. */
  aside: ReactNode
}

function TwoColumns({ children, aside }: TwoColumnsProps) {
  return (
    <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
      <div className="flex min-w-0 flex-col gap-6">{children}</div>
      <div className="flex min-w-0 flex-col gap-6">{aside}</div>
    </div>
  )
}
