import { byStamp } from '#app/features/movements/movementFormat.ts'
import { paymentStateStyle } from '#app/features/payments/paymentStateStyle.ts'
import type { DateFilter } from '#contract/dates.ts'
import type { Payment } from '#contract/entities/payment.ts'
import { DOLLARS, PESOS } from '#contract/money.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { ButtonLink } from '#kit/display/ButtonLink.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { List } from '#kit/display/List.tsx'
import { ListItem } from '#kit/display/ListItem.tsx'
import { Money } from '#kit/display/Money.tsx'
import { Text } from '#kit/display/Text.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { dateAndTime, longMonth } from '#kit/format/dates.ts'
import { money } from '#kit/format/numbers.ts'
import { periodText } from '#kit/format/period.ts'
import { Section } from '#kit/layout/Section.tsx'

interface Props {
  /** The newest first. */
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
  return byStamp(payments, 'month').map(({ stamp, items }) => {
    const month = longMonth(stamp)
    const name = month.charAt(0).toUpperCase() + month.slice(1)
    return (
      <Section key={stamp} title={name} action={<Paid payments={items} />}>
        <List label={name}>
          {items.map((payment) => (
            <PaymentRow
              key={`${payment.reference} ${payment.datetime}`}
              payment={payment}
              onPress={() => onChoose(payment.datetime)}
            />
          ))}
        </List>
      </Section>
    )
  })
}

/** The charged amount in each currency with a charge. */
function Paid({ payments }: { payments: readonly Payment[] }) {
  const sums = ([PESOS, DOLLARS] as const)
    .map((currency) => ({
      currency,
      cents: payments
        .filter((payment) => payment.state === 'PAID' && payment.currency === currency)
        .reduce((sum, { amount }) => sum + amount, 0),
    }))
    .filter(({ cents }) => cents > 0)
  if (sums.length === 0) return null
  return (
    <Text kind="small">
      Pagaste {sums.map(({ cents, currency }) => money(cents, currency)).join(' y ')}
    </Text>
  )
}

function PaymentRow({ payment, onPress }: { payment: Payment; onPress: () => void }) {
  const { label, tone, icon } = paymentStateStyle(payment)
  const { state, maskedCard, amount, currency } = payment
  return (
    <ListItem
      mark={<IconCircle icon={icon} tone={tone} />}
      title={payment.concept}
      detail={
        <>
          <span className="block">{payment.merchantName}</span>
          <span className="block">
            {dateAndTime(payment.datetime)}{' '}
            {maskedCard !== '' && (
              <span className="whitespace-nowrap">· ····{maskedCard.slice(-4)}</span>
            )}
          </span>
          <Badge tone={tone}>{label}</Badge>
        </>
      }
      trailing={
        // Lighter unless it was charged.
        <span className={state === 'PAID' ? '' : 'font-normal text-soft'}>
          <Money cents={amount} currency={currency} />
        </span>
      }
      onPress={onPress}
    />
  )
}
