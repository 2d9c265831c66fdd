import { useLocation } from '@tanstack/react-router'
import { LeaveLoyalty } from '#app/features/loyalty/LeaveLoyalty.tsx'
import { LoyaltyCard } from '#app/features/loyalty/LoyaltyCard.tsx'
import { LoyaltyDetails } from '#app/features/loyalty/LoyaltyDetails.tsx'
import { useLoyalties } from '#app/features/loyalty/useLoyalties.ts'
import { Vehicles } from '#app/features/loyalty/Vehicles.tsx'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { TextLink } from '#kit/display/TextLink.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'

/** One loyalty: its card for the till, vehicles, data, and leaving. Without a code in the address, the selected one. */
export default function OneLoyalty() {
  const { query, code } = useLoyalties()
  const wanted = useLocation({
    select: ({ search }) => (search as { loyaltyCode?: string }).loyaltyCode,
  })
  return (
    <AppScreen title="Tu afiliación">
      <div>
        <TextLink to="/listLoyalty">Volver a mis afiliaciones</TextLink>
      </div>
      <QueryView query={query} skeleton={<Skeleton shape="chart" />}>
        {({ loyalties }) => {
          const loyalty = loyalties.find(({ loyaltyCode }) => loyaltyCode === (wanted ?? code))
          if (!loyalty) return NO_LOYALTY
          return (
            <>
              <LoyaltyCard loyalty={loyalty} />
              <Vehicles loyalty={loyalty} />
              <LoyaltyDetails loyalty={loyalty} />
              <LeaveLoyalty loyalty={loyalty} />
            </>
          )
        }}
      </QueryView>
    </AppScreen>
  )
}

const NO_LOYALTY = (
  <EmptyState
    picture="signpost"
    title="No encontramos esa afiliación"
    action={<ButtonLink to="/listLoyalty">Ver mis afiliaciones</ButtonLink>}
  >
    Puede que la hayas dejado, o que todavía no esté autorizada.
  </EmptyState>
)
