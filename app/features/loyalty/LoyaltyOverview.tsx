import { LazyPushInvitation } from '#app/features/invitations/LazyPushInvitation.tsx'
import { LoyaltyLink } from '#app/features/loyalty/LoyaltyLink.tsx'
import { ProgrammeCard } from '#app/features/loyalty/ProgrammeCard.tsx'
import { RequestCard } from '#app/features/loyalty/RequestCard.tsx'
import { RequestTracker } from '#app/features/loyalty/RequestTracker.tsx'
import { isOpen, joinableProgrammes, sortRequests } from '#app/features/loyalty/requestGroups.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { Loyalty } from '#contract/entities/loyalty.ts'
import { REQUEST_STATE_LABELS } from '#contract/entities/membershipRequest.ts'
import type { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { Disclosure } from '#kit/display/Disclosure.tsx'
import { List } from '#kit/display/List.tsx'
import { Text } from '#kit/display/Text.tsx'
import { shortDate } from '#kit/format/dates.ts'
import { CardGrid } from '#kit/layout/CardGrid.tsx'
import { Section } from '#kit/layout/Section.tsx'

/** The loyalties in force. */
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

/** The requests of a person and the programmes that they can ask to join. */
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
            <Text kind="soft">
              Elegí uno, contanos qué vehículo manejás y te avisamos apenas lo aprueben. Desde ese
              día, cada carga suma puntos.
            </Text>
          )}
          <CardGrid>
            {joinable.map((programme) => (
              <ProgrammeCard key={programme.code} programme={programme} />
            ))}
          </CardGrid>
        </Section>
      )}
      {earlier.length > 0 && (
        <Section title="Solicitudes anteriores">
          <List label="Solicitudes anteriores">
            {earlier.map((request) => (
              <Disclosure
                key={request.reference}
                title={`${request.programmeName}, ${shortDate(request.datetime)}: ${REQUEST_STATE_LABELS[request.state]}`}
              >
                <RequestTracker request={request} />
              </Disclosure>
            ))}
          </List>
        </Section>
      )}
    </>
  )
}
