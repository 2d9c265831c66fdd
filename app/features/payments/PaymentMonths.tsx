import { paymentStateStyle } from '#app/features/payments/paymentStateStyle.ts'
import { byMonth, type Month } from '#app/features/payments/paymentsByMonth.ts'
import type { DateFilter } from '#contract/dates.ts'
import type { Payment } from '#contract/entities/payment.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List } from '#kit/display/List.tsx'
import { ListItem } from '#kit/display/ListItem.tsx'
import { Money } from '#kit/display/Money.tsx'
import { Text } from '#kit/display/Text.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { dateAndTime } from '#kit/format/dates.ts'
import { money } from '#kit/format/numbers.ts'
import { periodText } from '#kit/format/period.ts'
import { Section } from '#kit/layout/Section.tsx'

interface Props {
  payments: readonly Payment[]
  period: DateFilter
  /** Called with the payment's stamp, its identifier in the list. */
  onChoose: (datetime: string) => void
}

/** Payments by month, each month with the amount paid. */
export function PaymentMonths({ payments, period, onChoose }: Props) {
  if (payments.length === 0) {
    return (
      <EmptyState
        picture="receipt"
        title="No hay pagos en este período"
        action={
          <ButtonLink to="/payment" kind="quiet">
            Ver qué tengo para pagar
          </ButtonLink>
        }
      >
        Buscamos {periodText(period)}. Probá con otro período.
      </EmptyState>
    )
  }
  return byMonth(payments).map((month) => (
    <Section key={month.name} title={month.name} action={<Paid month={month} />}>
      <List label={month.name}>
        {month.payments.map((payment) => (
          <PaymentRow
            key={`${payment.reference} ${payment.datetime}`}
            payment={payment}
            onChoose={onChoose}
          />
        ))}
      </List>
    </Section>
  ))
}

function Paid({ month: { paid } }: { month: Month }) {
  if (paid.length === 0) return null
  return (
    <Text kind="small">
      Pagaste {paid.map(({ cents, currency }) => money(cents, currency)).join(' y ')}
    </Text>
  )
}

function PaymentRow({
  payment,
  onChoose,
}: {
  payment: Payment
  onChoose: (datetime: string) => void
}) {
  const { label, tone, icon } = paymentStateStyle(payment)
  return (
    <ListItem
      mark={<IconCircle icon={icon} tone={tone} />}
      title={payment.concept}
      detail={
        <>
          <span className="block">{payment.merchantName}</span>
          <span className="block">
            {dateAndTime(payment.datetime)} <CardDigits mask={payment.maskedCard} />
          </span>
          <Badge tone={tone}>{label}</Badge>
        </>
      }
      trailing={<Charged payment={payment} />}
      onPress={() => onChoose(payment.datetime)}
    />
  )
}

/** The mask of a card in short form: `····0002`. */
function CardDigits({ mask }: { mask: string }) {
  if (mask === '') return null
  return <span className="whitespace-nowrap">· ····{mask.slice(-4)}</span>
}

/** The amount, in a lighter style unless it was charged. */
function Charged({ payment: { state, amount, currency } }: { payment: Payment }) {
  return (
    <span className={state === 'PAID' ? '' : 'font-normal text-soft'}>
      <Money cents={amount} currency={currency} />
    </span>
  )
}
