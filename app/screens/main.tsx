import { useSession } from '#app/context.ts'
import { DebtsSummary } from '#app/parts/DebtsSummary.tsx'
import { LastMovements } from '#app/parts/LastMovements.tsx'
import { NearestStation } from '#app/parts/NearestStation.tsx'
import { PointsHero } from '#app/parts/PointsHero.tsx'
import { Screen } from '#app/parts/Screen.tsx'
import { TwoColumns } from '#app/parts/TwoColumns.tsx'
import { UnreadNotices } from '#app/parts/UnreadNotices.tsx'
import { FirstSteps, Welcome } from '#app/parts/Welcome.tsx'
import { useLoyalties } from '#app/useLoyalties.ts'

/** Home: everything at a glance, each block by itself; for a newcomer, what to do next. */
export default function Main() {
  const session = useSession()
  const loyalties = useLoyalties()
  // Those of the login may be old: that somebody has none is known from the answer alone.
  const newcomer = loyalties.of.state === 'here' && loyalties.list.length === 0
  return (
    <Screen title={`Hola, ${session?.user.firstName ?? ''}`} full>
      {newcomer ? <Welcome /> : <PointsHero {...loyalties} />}
      <TwoColumns
        aside={
          <>
            <NearestStation />
            <UnreadNotices quiet={newcomer} />
          </>
        }
      >
        <DebtsSummary quiet={newcomer} />
        {newcomer && <FirstSteps />}
        {loyalties.list.length > 0 && <LastMovements loyaltyCode={loyalties.code} />}
      </TwoColumns>
    </Screen>
  )
}
