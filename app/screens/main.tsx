import { useSession } from '#app/context.ts'
import { DebtsSummary } from '#app/parts/home/DebtsSummary.tsx'
import { Invitation } from '#app/parts/home/Invitation.tsx'
import { LastMovements } from '#app/parts/home/LastMovements.tsx'
import { NearestStation } from '#app/parts/home/NearestStation.tsx'
import { PointsPanel } from '#app/parts/home/PointsPanel.tsx'
import { QuickActions } from '#app/parts/home/QuickActions.tsx'
import { TwoColumns } from '#app/parts/home/TwoColumns.tsx'
import { UnreadNotifications } from '#app/parts/home/UnreadNotifications.tsx'
import { FirstSteps, Welcome } from '#app/parts/home/Welcome.tsx'
import { useLoyalties } from '#app/parts/movements/useLoyalties.ts'
import { AppScreen } from '#app/parts/shell/AppScreen.tsx'

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
      <Invitation />
    </AppScreen>
  )
}
