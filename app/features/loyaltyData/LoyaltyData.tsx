import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useNow } from '#app/device/useNow.ts'
import { Company } from '#app/features/company/Company.tsx'
import { counted } from '#app/features/loyalty/pointsTexts.ts'
import { Vehicles } from '#app/features/loyalty/Vehicles.tsx'
import { type Loyalty, pointsRetainedUntil, RETAINED_MONTHS } from '#contract/entities/loyalty.ts'
import { companyDrivers } from '#contract/loyalty/companyDrivers.ts'
import { loyalties } from '#contract/loyalty/loyalties.ts'
import { membershipRequestList } from '#contract/loyalty/membershipRequestList.ts'
import { removeMembership } from '#contract/loyalty/removeMembership.ts'
import { ACCOUNT_TYPES } from '#contract/reference/banks.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { Button } from '#kit/display/Button.tsx'
import { Card } from '#kit/display/Card.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { Skeleton } from '#kit/feedback/QueryView.tsx'
import { useConfirmedCall } from '#kit/feedback/useConfirmedCall.tsx'
import { TextArea } from '#kit/form/Field.tsx'
import { SubmitError } from '#kit/form/Form.tsx'
import { longDate } from '#kit/format/dates.ts'
import { Section } from '#kit/layout/Section.tsx'
import { bankName } from '#shared/account/bankName.ts'

/** Vehicles, data and company of a loyalty, and leaving it; in one piece, so that no part moves another. */
export function LoyaltyData({ loyalty }: { loyalty: Loyalty }) {
  if (useCallQuery(companyDrivers, {}).isLoading) return <Skeleton shape="row" count={6} />
  return (
    <>
      <Vehicles loyalty={loyalty} />
      <LoyaltyDetails loyalty={loyalty} />
      <Company loyalty={loyalty} />
      <LeaveLoyalty loyalty={loyalty} />
    </>
  )
}

/** Since when, RUT, card and bank account of a loyalty. */
function LoyaltyDetails({ loyalty }: { loyalty: Loyalty }) {
  const { since, clientRUT, clientCardNumber } = loyalty
  const facts = [
    { name: 'Desde', value: longDate(since) },
    { name: 'RUT', value: clientRUT },
    { name: 'Tarjeta', value: clientCardNumber },
    { name: 'Cuenta', value: accountText(loyalty) },
  ]
  return (
    <Section title="Tus datos en el programa">
      <Card>
        <DescriptionList facts={facts.filter(({ value }) => value !== '')} />
      </Card>
      <div>
        <TextLink to="/editUser" search={{ section: 'bank' }}>
          {loyalty.accountBank === ''
            ? 'Agregar una cuenta bancaria'
            : 'Cambiar o quitar la cuenta'}
        </TextLink>
      </div>
    </Section>
  )
}

/** Bank, type and last digits of the account: the whole number is not needed on a screen. */
function accountText({ accountBank, accountBankType, accountBankNumber }: Loyalty): string {
  if (accountBank === '') return ''
  const type = ACCOUNT_TYPES.find(({ code }) => code === accountBankType)?.text ?? ''
  return `${bankName(accountBank)}, ${type.toLowerCase()} ····${accountBankNumber.slice(-3)}`
}

/** Leaving a loyalty: the question tells its points and until when they are kept. */
function LeaveLoyalty({ loyalty }: { loyalty: Loyalty }) {
  const { loyaltyCode, programmeName } = loyalty
  const now = useNow()
  const navigate = useNavigate()
  const [reason, setReason] = useState('')
  const question = (
    <div className="flex flex-col gap-4">
      <p>
        {leavingText(loyalty)}{' '}
        {loyalty.points > 0 && (
          <>
            Si volvés hasta el <strong>{longDate(pointsRetainedUntil(now))}</strong>, te los
            devolvemos.
          </>
        )}
      </p>
      <div className="text-ink">
        <TextArea
          label="¿Por qué te vas?"
          optional
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </div>
  )
  const leaving = useConfirmedCall(removeMembership, {
    invalidates: [loyalties, membershipRequestList],
    question: () => ({
      title: `¿Dejar ${programmeName}?`,
      text: question,
      verb: 'Dejar el programa',
      danger: true,
    }),
    request: () => ({ loyaltyCode, observations: reason }),
    onSuccess: ({ retainedPoints, retainedUntil }) =>
      void navigate({
        to: '/listLoyalty',
        replace: true,
        state: { left: { programmeName, retainedPoints, retainedUntil } },
      }),
  })
  return (
    <Section title="Dejar el programa">
      <p className="text-soft">
        Tus puntos quedan guardados {RETAINED_MONTHS} meses: si volvés a {programmeName} en ese
        tiempo, te los devolvemos.
      </p>
      <SubmitError action="dejar la afiliación" mutation={leaving} />
      <div>
        <Button kind="plain" onClick={() => leaving.ask(null)}>
          Dejar {programmeName}
        </Button>
      </div>
      {leaving.dialog}
    </Section>
  )
}

function leavingText({ points: held }: Loyalty): string {
  const stops = 'Tus cargas dejan de sumar y el código deja de servir en la caja.'
  if (held === 0) return `${stops} No tenés puntos para guardar.`
  return `${stops} Tenés ${counted(held)}: quedan guardados.`
}
