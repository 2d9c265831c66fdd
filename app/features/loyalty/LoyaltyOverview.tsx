import { QrCode } from 'lucide-react'
import { LazyPushInvitation } from '#app/features/invitations/LazyPushInvitation.tsx'
import { ProgrammeCard } from '#app/features/loyalty/ProgrammeCard.tsx'
import { spendableOf } from '#app/features/loyalty/pointsTexts.ts'
import { RequestCard, RequestTracker } from '#app/features/loyalty/RequestCard.tsx'
import { isOpen, joinableProgrammes, sortRequests } from '#app/features/loyalty/requestGroups.ts'
import type { AnswerOf } from '#contract/call.ts'
import { shortDate } from '#contract/dates.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { REQUEST_STATE_LABELS } from '#contract/entities/membershipRequest.ts'
import type { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { Disclosure } from '#kit/display/Disclosure.tsx'
import { RouteLink } from '#kit/display/RouteLink.tsx'
import { points } from '#kit/format/numbers.ts'
import { vehicleName } from '#kit/format/vehicle.ts'
import { CardGrid } from '#kit/layout/CardGrid.tsx'
import { ListSection, Section } from '#kit/layout/Section.tsx'

export function Loyalties({ loyalties }: { loyalties: readonly Loyalty[] }) {
  if (loyalties.length === 0) return null
  return (
    <Section title={loyalties.length === 1 ? 'Tu afiliación' : 'Tus afiliaciones'}>
      <CardGrid>
        {loyalties.map((loyalty) => (
          <LoyaltyLink key={loyalty.loyaltyCode} loyalty={loyalty} />
        ))}
      </CardGrid>
    </Section>
  )
}

export function RequestsAndProgrammes({
  loyalties,
  answer: { membershipRequests, programmes },
}: {
  loyalties: readonly Loyalty[]
  answer: AnswerOf<typeof membershipRequestList>
}) {
  const { current, earlier } = sortRequests(membershipRequests, loyalties)
  const joinable = joinableProgrammes(programmes, membershipRequests, loyalties)
  return (
    <>
      {current.length > 0 && (
        <Section title={current.length === 1 ? 'Tu solicitud' : 'Tus solicitudes'}>
          {current.map((request) => (
            <RequestCard key={request.reference} request={request} />
          ))}
          {current.some(isOpen) && (
            <LazyPushInvitation title="¿Te avisamos cuando decidan tu solicitud?">
              Te llega a este dispositivo, aunque no tengas la app abierta.
            </LazyPushInvitation>
          )}
        </Section>
      )}
      {joinable.length > 0 && (
        <Section title={loyalties.length === 0 ? 'Los programas' : 'Otros programas'}>
          {loyalties.length + current.length === 0 && (
            <p className="text-soft">
              Elegí uno, contanos qué vehículo manejás y te avisamos apenas lo aprueben. Desde ese
              día, cada carga suma puntos.
            </p>
          )}
          <CardGrid>
            {joinable.map((programme) => (
              <ProgrammeCard key={programme.code} programme={programme} />
            ))}
          </CardGrid>
        </Section>
      )}
      {earlier.length > 0 && (
        <ListSection title="Solicitudes anteriores">
          {earlier.map((request) => (
            <Disclosure
              key={request.reference}
              title={`${request.programmeName}, ${shortDate(request.datetime)}: ${REQUEST_STATE_LABELS[request.state]}`}
            >
              <RequestTracker request={request} />
            </Disclosure>
          ))}
        </ListSection>
      )}
    </>
  )
}

function LoyaltyLink({ loyalty }: { loyalty: Loyalty }) {
  const { loyaltyCode, programmeName, vehicles, pendingPoints = 0 } = loyalty
  const held = spendableOf(loyalty)
  return (
    <RouteLink
      to="/loyalty"
      search={{ loyaltyCode }}
      className="deep flex flex-wrap items-center gap-4 rounded-card p-5 shadow-card transition hover:brightness-110 active:scale-99"
    >
      <span className="flex min-w-0 flex-1 basis-[8rem] flex-col gap-1">
        <span className="text-lg font-bold tracking-tight wrap-anywhere">{programmeName}</span>
        <span>
          <span className="figures text-3xl font-bold tracking-tight">{points(held)}</span>{' '}
          {held === 1 ? 'punto' : 'puntos'}
          {pendingPoints > 0 && ` y ${points(pendingPoints)} pendientes`}
        </span>
        <span className="text-sm text-on-deep-soft wrap-anywhere">{vehiclesText(vehicles)}</span>
      </span>
      <span className="flex flex-col items-center gap-1.5 text-sm font-semibold">
        <span
          aria-hidden="true"
          className="flex size-14 items-center justify-center rounded-inner bg-code-ground text-code"
        >
          <QrCode size={36} />
        </span>
        Ver código
      </span>
    </RouteLink>
  )
}

function vehiclesText([first, ...others]: Loyalty['vehicles']): string {
  if (!first) return 'Sin vehículos'
  return `${vehicleName(first)}${others.length > 0 ? ` y ${others.length} más` : ''}`
}
