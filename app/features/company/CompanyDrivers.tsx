import { X } from 'lucide-react'
import * as z from 'zod/mini'
import { shortDate } from '#contract/dates.ts'
import { Email } from '#contract/fields/profile.ts'
import { type CompanyDriver, companyDrivers } from '#contract/loyalty/companyDrivers.ts'
import { companyStatement } from '#contract/loyalty/companyStatement.ts'
import { endCompanyDriver } from '#contract/loyalty/endCompanyDriver.ts'
import { inviteDriver } from '#contract/loyalty/inviteDriver.ts'
import { useCallMutation } from '#kit/api/callQueries.ts'
import { IconButton } from '#kit/display/IconButton.tsx'
import { List, ListItem } from '#kit/display/List.tsx'
import { showToast } from '#kit/feedback/toasts.ts'
import { useConfirmedCall } from '#kit/feedback/useConfirmedCall.tsx'
import { EmailField } from '#kit/form/EmailField.tsx'
import { SubmitError } from '#kit/form/Form.tsx'
import { MutationForm, useMutationForm } from '#kit/form/MutationForm.tsx'
import { Section } from '#kit/layout/Section.tsx'

interface Props {
  loyaltyCode: string
  drivers: readonly CompanyDriver[]
}

/** The drivers of a company of the caller, and the form that invites another. */
export function CompanyDrivers({ loyaltyCode, drivers }: Props) {
  const removal = useConfirmedCall(endCompanyDriver, {
    invalidates: [companyDrivers, companyStatement],
    question: ({ driver, email }: CompanyDriver) => ({
      title: `¿Sacar a ${driver || email}?`,
      text: 'Sus cargas de ahora en más no suman a la empresa. Las de antes quedan en los resúmenes.',
      verb: 'Sacar de la empresa',
      danger: true,
    }),
    request: ({ invitationId }) => ({ invitationId }),
    onSuccess: (_answer, { driver, email }) => showToast(`Sacaste a ${driver || email}.`),
  })
  const form = useMutationForm({
    mutation: useCallMutation(inviteDriver, { invalidates: [companyDrivers] }),
    schema: z.object({ email: Email }),
    request: ({ email }) => ({ loyaltyCode, email }),
    onSuccess: (_answer, { email }) => {
      form.ref.current?.reset()
      showToast(`Invitaste a ${email}.`)
    },
  })
  return (
    <Section title="Conductores de la empresa">
      <p className="text-soft">
        Ves lo que cargan con los vehículos de la empresa desde que aceptan, y nada de sus otros
        vehículos.
      </p>
      {drivers.length > 0 && (
        <List label="Conductores de la empresa">
          {drivers.map((one) => (
            <ListItem
              key={one.invitationId}
              title={one.driver || one.email}
              detail={
                one.acceptedAt
                  ? `${one.email} · desde el ${shortDate(one.acceptedAt)}`
                  : `Invitación del ${shortDate(one.invitedAt)}, sin respuesta`
              }
              tail={
                <IconButton
                  label={`Sacar a ${one.driver || one.email}`}
                  icon={<X aria-hidden="true" size={20} />}
                  onClick={() => removal.ask(one)}
                />
              }
            />
          ))}
        </List>
      )}
      <SubmitError action="sacar al conductor" mutation={removal} />
      <MutationForm form={form} action="mandar la invitación" button="Invitar" kind="quiet">
        <EmailField />
      </MutationForm>
      {removal.dialog}
    </Section>
  )
}
