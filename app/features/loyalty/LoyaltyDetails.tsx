import type { Loyalty } from '#contract/entities/loyalty.ts'
import { ACCOUNT_TYPES } from '#contract/reference/banks.ts'
import { Card } from '#kit/display/Card.tsx'
import { DescriptionList } from '#kit/display/DescriptionList.tsx'
import { TextLink } from '#kit/display/TextLink.tsx'
import { longDate } from '#kit/format/dates.ts'
import { Section } from '#kit/layout/Section.tsx'

/** Since when, RUT, card and bank account of a loyalty. */
export function LoyaltyDetails({ loyalty }: { loyalty: Loyalty }) {
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
          {loyalty.accountBank === '' ? 'Agregar una cuenta bancaria' : 'Cambiar la cuenta'}
        </TextLink>
      </div>
    </Section>
  )
}

/** Bank, type and last digits of the account: the whole number is not needed on a screen. */
function accountText({ accountBank, accountBankType, accountBankNumber }: Loyalty): string {
  if (accountBank === '') return ''
  const type = ACCOUNT_TYPES.find(({ code }) => code === accountBankType)?.text ?? ''
  return `${accountBank}, ${type.toLowerCase()} ····${accountBankNumber.slice(-3)}`
}
