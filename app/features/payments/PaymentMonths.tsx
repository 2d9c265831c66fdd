import { paymentStateStyle } from '#app/features/payments/paymentStateStyle.ts'
import type { DateFilter } from '#contract/dates.ts'
import type { Payment } from '#contract/entities/payment.ts'
import { type Currency, DOLLARS, PESOS } from '#contract/money.ts'
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

/** The payments of a calendar month. */
interface Month {
  /** `Setiembre de 2026`. */
  name: string
  payments: Payment[]
  /** Cents charged, by currency; currencies without a charge are omitted. */
  paid: { currency: Currency; cents: number }[]
}

/** Payments by month, in their order: the newest first. */
function byMonth(payments: readonly Payment[]): Month[] {
  const months = new Map<string, Payment[]>()
  for (const payment of payments) {
    const month = payment.datetime.slice(0, 6)
    months.set(month, [...(months.get(month) ?? []), payment])
  }
  return [...months].map(([month, payments]) => ({
    name: capital(longMonth(month)),
    payments,
    paid: paidIn(payments),
  }))
}

function paidIn(payments: readonly Payment[]): Month['paid'] {
  const paid = payments.filter(({ state }) => state === 'PAID')
  return ([PESOS, DOLLARS] as const)
    .map((currency) => ({
      currency,
      cents: paid
        .filter((payment) => payment.currency === currency)
        .reduce((sum, { amount }) => sum + amount, 0),
    }))
    .filter(({ cents }) => cents > 0)
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
