import { useLocation } from '@tanstack/react-router'
import { ActivateLoyalty } from '#app/features/loyalty/ActivateLoyalty.tsx'
import { JoinForm } from '#app/features/loyalty/JoinForm.tsx'
import { Loyalties, RequestsAndProgrammes } from '#app/features/loyalty/LoyaltyOverview.tsx'
import { joinableProgrammes } from '#app/features/loyalty/requestGroups.ts'
import { useLoyalties } from '#app/features/loyalty/useLoyalties.ts'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { TextLink } from '#kit/display/TextLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { QueryView } from '#kit/feedback/QueryView.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { longDate } from '#kit/format/dates.ts'
import { points } from '#kit/format/numbers.ts'

/** Loyalties, requests and programmes; with `programme` in the address, the request to join it. */
export default function ListLoyalty() {
  const programme = useLocation({
    select: ({ search }) => (search as { programme?: string }).programme,
  })
  return programme === undefined ? <Overview /> : <Join programme={programme} />
}

function Overview() {
  const { query } = useLoyalties()
  const requests = useCallQuery(membershipRequestList, {})
  return (
    <AppScreen title="Afiliaciones">
      <LoyaltyEndedNotice />
      <QueryView query={query} skeleton={<Skeleton shape="card" count={3} />}>
        {({ loyalties }) => (
          <>
            <Loyalties loyalties={loyalties} />
            <QueryView query={requests} skeleton={<Skeleton shape="card" count={2} />}>
              {(answer) => <RequestsAndProgrammes loyalties={loyalties} answer={answer} />}
            </QueryView>
            <ActivateLoyalty />
          </>
        )}
      </QueryView>
    </AppScreen>
  )
}

function Join({ programme }: { programme: string }) {
  const { query } = useLoyalties()
  const requests = useCallQuery(membershipRequestList, {})
  return (
    <AppScreen title="Afiliarme a un programa">
      <div>
        <TextLink to="/listLoyalty">Volver a mis afiliaciones</TextLink>
      </div>
      <QueryView query={query} skeleton={<Skeleton shape="card" count={3} />}>
        {({ loyalties }) => (
          <QueryView query={requests} skeleton={<Skeleton shape="card" count={3} />}>
            {({ programmes, membershipRequests }) => {
              const joinable = joinableProgrammes(programmes, membershipRequests, loyalties)
              if (joinable.length === 0)
                return <Alert>Ya estás en todos los programas, o esperando que te aprueben.</Alert>
              return <JoinForm programmes={joinable} programme={programme} />
            }}
          </QueryView>
        )}
      </QueryView>
    </AppScreen>
  )
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The loyalty that the person just left: the answer of `removeMembership`. */
    left?: { programmeName: string; retainedPoints: number; retainedUntil: string }
  }
}

function LoyaltyEndedNotice() {
  const left = useLocation({ select: ({ state }) => state.left })
  if (!left) return null
  const { programmeName, retainedPoints, retainedUntil } = left
  return (
    <Alert tone="good" title={`Dejaste ${programmeName}`}>
      {retainedPoints > 0
        ? `Te guardamos ${points(retainedPoints)} ${retainedPoints === 1 ? 'punto' : 'puntos'}: si volvés hasta el ${longDate(retainedUntil)}, son tuyos otra vez.`
        : 'Tus consumos siguen guardados. Podés volver cuando quieras.'}
    </Alert>
  )
}
