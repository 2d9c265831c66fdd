import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { BankAccountFields } from '#app/features/account/BankAccountFields.tsx'
import { useUnsavedChanges } from '#app/features/profile/useUnsavedChanges.tsx'
import { type BankAccount, bankAccount } from '#contract/fields/bankAccount.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { updateMembershipData } from '#contract/loyalty/updateMembershipData.ts'
import { useCallMutation, useCallQuery } from '#kit/api/callQueries.ts'
import { Card } from '#kit/display/Card.tsx'
import { ButtonLink } from '#kit/display/RouteLink.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { isFromStorage, isStale, type QueryResult } from '#kit/feedback/queryStatus.ts'
import { showToast } from '#kit/feedback/toasts.ts'
import { MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'

export function BankAccountSection() {
  const query = useCallQuery(loyalties, {})
  const isCurrent = useEverCurrent(query)
  const skeleton = <Skeleton shape="chart" />
  return (
    <QueryView query={query} skeleton={skeleton}>
      {({ loyalties: [first] }) => {
        if (!first) return NO_LOYALTY
        if (isCurrent) return <BankAccountForm account={first} />
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

const Fields = z.object(bankAccount)

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
