import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { BankAccountFields } from '#app/features/account/BankAccountFields.tsx'
import { useUnsavedChanges } from '#app/features/profile/useUnsavedChanges.tsx'
import { type BankAccount, bankAccount, NO_BANK_ACCOUNT } from '#contract/fields/bankAccount.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { updateMembershipData } from '#contract/loyalty/updateMembershipData.ts'
import { useCallMutation, useCallQuery } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { ButtonLink } from '#kit/display/RouteLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { isFromStorage, isStale, type QueryResult } from '#kit/feedback/queryStatus.ts'
import { showToast } from '#kit/feedback/toasts.ts'
import { useConfirmedCall } from '#kit/feedback/useConfirmedCall.tsx'
import { SubmitError } from '#kit/form/Form.tsx'
import { MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'

export function BankAccountSection() {
  const query = useCallQuery(loyalties, {})
  const isCurrent = useEverCurrent(query)
  const skeleton = <Skeleton shape="chart" />
  return (
    <QueryView query={query} skeleton={skeleton}>
      {({ loyalties: [first] }) => {
        if (!first) return NO_LOYALTY
        // The fields are the browser's: after a removal they are drawn anew.
        if (isCurrent) return <BankAccountForm key={String(hasAccount(first))} account={first} />
        return isStale(query) ? (
          <Alert tone="warn">Necesitás conexión para cambiar la cuenta bancaria.</Alert>
        ) : (
          skeleton
        )
      }}
    </QueryView>
  )
}

/** Whether data of the server were drawn once: a form must not start with an account of another day. */
function useEverCurrent(query: QueryResult<unknown>): boolean {
  const isCurrent = query.isSuccess && !isFromStorage(query) && !isStale(query)
  const [ever, setEver] = useState(isCurrent)
  if (isCurrent && !ever) setEver(true)
  return ever || isCurrent
}

const Fields = z.object(bankAccount())
const hasAccount = ({ accountBank }: BankAccount) => accountBank !== ''

function BankAccountForm({ account }: { account: BankAccount }) {
  const ref = useRef<HTMLFormElement>(null)
  const { check, markStored, guard } = useUnsavedChanges(ref)
  const form = useMutationForm({
    ref,
    values: account,
    mutation: useCallMutation(updateMembershipData, { invalidates: [loyalties] }),
    schema: Fields,
    request: (fields) => fields,
    onSuccess: () => {
      markStored()
      showToast('Guardamos tu cuenta bancaria y te avisamos por correo')
    },
  })
  const removal = useConfirmedCall(updateMembershipData, {
    invalidates: [loyalties],
    question: () => ({
      title: '¿Quitar tu cuenta bancaria?',
      verb: 'Quitar la cuenta',
      text: 'Los programas no van a tener dónde pagarte lo que te devuelven, en ninguna de tus afiliaciones. Podés cargar otra cuando quieras, y te avisamos por correo.',
      danger: true,
    }),
    request: () => NO_BANK_ACCOUNT,
    onSuccess: () => {
      markStored()
      showToast('Quitamos tu cuenta bancaria y te avisamos por correo')
    },
  })
  return (
    <Card>
      <p className="text-soft">
        Es la cuenta en la que los programas te pagan lo que te devuelven. Vale para todas tus
        afiliaciones.
      </p>
      <MutationForm
        form={form}
        action="guardar la cuenta"
        button="Guardar la cuenta"
        onInput={check}
      >
        {guard}
        <BankAccountFields />
      </MutationForm>
      {hasAccount(account) && (
        <>
          <SubmitError action="quitar la cuenta" mutation={removal} />
          <Button kind="plain" wide onClick={() => removal.ask(null)}>
            Quitar la cuenta
          </Button>
        </>
      )}
      {removal.dialog}
    </Card>
  )
}

const NO_LOYALTY = (
  <EmptyState
    picture="signpost"
    title="Todavía no tenés una afiliación"
    action={<ButtonLink to="/listLoyalty">Ver los programas</ButtonLink>}
  >
    La cuenta bancaria es para lo que te devuelven los programas. Afiliate a uno y cargala acá.
  </EmptyState>
)
