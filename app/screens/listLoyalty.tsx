import { useLocation } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { BillingFields, JoinForm } from '#app/features/loyalty/JoinForm.tsx'
import { Loyalties, RequestsAndProgrammes } from '#app/features/loyalty/LoyaltyOverview.tsx'
import { counted } from '#app/features/loyalty/pointsTexts.ts'
import { joinableProgrammes } from '#app/features/loyalty/requestGroups.ts'
import { useLoyalties } from '#app/features/loyalty/useLoyalties.ts'
import { AppScreen } from '#app/features/shell/AppScreen.tsx'
import { MembershipRequestDraft } from '#contract/entities/membershipRequest.ts'
import { singleLine } from '#contract/fields/text.ts'
import { activeMembershipList } from '#contract/loyalty/activeMembershipList.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { useCallMutation, useCallQuery } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Disclosure } from '#kit/display/Disclosure.tsx'
import { List } from '#kit/display/List.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { Field } from '#kit/form/Field.tsx'
import { Form, SubmitError } from '#kit/form/Form.tsx'
import { useMutationForm } from '#kit/form/MutationForm.tsx'
import { longDate } from '#kit/format/dates.ts'

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
            <QueryView
              query={requests}
              below={{ query, instead: <WithoutRequests /> }}
              skeleton={<Skeleton shape="card" count={2} />}
            >
              {(answer) => <RequestsAndProgrammes loyalties={loyalties} answer={answer} />}
            </QueryView>
            <ActivateLoyalty />
          </>
        )}
      </QueryView>
    </AppScreen>
  )
}

const WithoutRequests = () => (
  <p className="text-soft">Tus solicitudes y los otros programas se ven con conexión.</p>
)

function Join({ programme }: { programme: string }) {
  const { query } = useLoyalties()
  const requests = useCallQuery(membershipRequestList, {})
  return (
    <AppScreen
      title="Afiliarme a un programa"
      parent={{ title: 'Afiliaciones', url: '/listLoyalty' }}
    >
      <QueryView query={query} skeleton={<Skeleton shape="card" count={3} />}>
        {({ loyalties }) => (
          <QueryView query={requests} skeleton={<Skeleton shape="card" count={3} />}>
            {({ programmes, membershipRequests }) => {
              const joinable = joinableProgrammes(programmes, membershipRequests, loyalties)
              const asked = joinable.find(({ code }) => code === programme)
              if (asked) return <JoinForm programme={asked} isChoice={joinable.length > 1} />
              return (
                <Alert title="A ese programa no te podés afiliar">
                  <p>Puede que ya estés, o que tu solicitud espere respuesta.</p>
                  <TextLink to="/listLoyalty">Ver los programas</TextLink>
                </Alert>
              )
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
        ? `Te guardamos ${counted(retainedPoints)}: si volvés hasta el ${longDate(retainedUntil)}, son tuyos otra vez.`
        : 'Tus consumos siguen guardados. Podés volver cuando quieras.'}
    </Alert>
  )
}

const { clientRUT, clientCardNumber } = MembershipRequestDraft.shape
const Activation = z.object({
  loyaltyCode: singleLine(40, 'El código').check(
    z.minLength(1, 'Escribí el código de tu afiliación.'),
  ),
  clientRUT,
  clientCardNumber,
})

/**
 * Activates a loyalty: finds it by its code, alone or with RUT and card number, and selects it
 * for the lists of this device.
 */
function ActivateLoyalty() {
  return (
    <List label="Activar una afiliación">
      <Disclosure title="Activar una afiliación con su código">
        <ActivationForm />
      </Disclosure>
    </List>
  )
}

function ActivationForm() {
  const { select } = useLoyalties()
  const search = useCallMutation(activeMembershipList)
  const form = useMutationForm({
    mutation: search,
    schema: Activation,
    // Only the fields that were filled in are sent.
    request: ({ loyaltyCode, ...others }) => ({
      loyaltyCode,
      ...Object.fromEntries(Object.entries(others).filter(([, text]) => text !== '')),
    }),
    onSuccess: ({ memberships: [first] }) => first && select(first.loyaltyCode),
  })
  const found = search.data?.memberships[0]
  return (
    <Form form={form} onSubmit={form.submit}>
      <p>
        Escribí el código que figura en tu afiliación. Si cargás para una empresa o tenés tarjeta,
        sumá el RUT o el número para encontrar justo esa.
      </p>
      <Field label="Código de la afiliación" name="loyaltyCode" autoComplete="off" maxLength={40} />
      <BillingFields />
      <SubmitError action="buscar tu afiliación" mutation={search} />
      {search.isSuccess &&
        (found ? (
          <Alert tone="good" title="Quedó activada">
            <p>Es la que vas a ver en Consumo y en Movimientos de este teléfono.</p>
            <TextLink to="/loyalty" search={{ loyaltyCode: found.loyaltyCode }}>
              Ver la tarjeta
            </TextLink>
          </Alert>
        ) : (
          <Alert tone="bad">
            La afiliación {search.variables.loyaltyCode} no tiene ese RUT o esa tarjeta. Revisalos,
            o probá con el código solo.
          </Alert>
        ))}
      <Button type="submit" kind="quiet" busy={search.isPending}>
        Activar
      </Button>
    </Form>
  )
}
