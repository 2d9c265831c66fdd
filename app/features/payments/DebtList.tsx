import {
  daysUntilDue,
  dueText,
  isOverdue,
  isPayable,
  owedByCurrency,
  pendingPaymentOf,
} from '#app/features/payments/debtSummary.ts'
import { UNFINISHED } from '#app/features/payments/paymentStateStyle.ts'
import type { Debt } from '#contract/entities/debt.ts'
import type { Payment } from '#contract/entities/payment.ts'
import type { Currency } from '#contract/money.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { ListItem } from '#kit/display/List.tsx'
import { Money } from '#kit/display/Money.tsx'
import { ButtonLink, TextLink } from '#kit/display/RouteLink.tsx'
import { StatPanel } from '#kit/display/StatPanel.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { ListSection } from '#kit/layout/Section.tsx'

const TITLES: Record<Currency, string> = {
  '858': 'Pendientes en pesos',
  '840': 'Pendientes en dólares',
}

/** Until so many days before its due date a debt is due soon. */
const SOON_DAYS = 7

interface Props {
  debts: readonly Debt[]
  /** Recent payments, among them those begun and not finished. */
  payments: readonly Payment[]
  now: Date
  onChoose: (reference: string) => void
}

export function DebtList({ debts, payments, now, onChoose }: Props) {
  if (debts.length === 0) {
    return (
      <EmptyState
        picture="receipt"
        title="No tenés nada para pagar"
        action={
          <ButtonLink to="/listPayment" kind="quiet">
            Ver mis pagos
          </ButtonLink>
        }
      >
        Cuando una estación te facture algo para pagar con tarjeta, lo vas a ver acá.
      </EmptyState>
    )
  }
  return (
    <>
      <Total debts={debts.filter(isPayable)} now={now} />
      {owedByCurrency(debts).map(({ currency, debts }, index) => (
        <ListSection
          key={currency}
          title={TITLES[currency]}
          action={index === 0 && <TextLink to="/listPayment">Mis pagos</TextLink>}
        >
          {debts.map((debt) => (
            <DebtRow
              key={debt.reference}
              debt={debt}
              isBegun={pendingPaymentOf(debt, payments) !== undefined}
              now={now}
              onChoose={onChoose}
            />
          ))}
        </ListSection>
      ))}
    </>
  )
}

function Total({ debts, now }: Pick<Props, 'debts' | 'now'>) {
  const [first, second] = owedByCurrency(debts)
  if (!first) return null
  const overdue = debts.filter((debt) => isOverdue(debt, now)).length
  return (
    <StatPanel
      label="Tenés para pagar"
      figure={<Money cents={first.total} currency={first.currency} large />}
    >
      {second && (
        <p>
          y <Money cents={second.total} currency={second.currency} /> en dólares
        </p>
      )}
      {overdue > 0 && <p>{overdue === 1 ? 'Una deuda vencida' : `${overdue} deudas vencidas`}</p>}
    </StatPanel>
  )
}

interface RowProps {
  debt: Debt
  /** It has an open payment at the gateway. */
  isBegun: boolean
  now: Date
  onChoose: (reference: string) => void
}

function DebtRow({ debt, isBegun, now, onChoose }: RowProps) {
  const payable = isPayable(debt)
  const overdue = isOverdue(debt, now)
  return (
    <ListItem
      title={debt.concept}
      detail={
        <>
          <span className="block">{debt.merchantName}</span>
          {!payable && <Badge>Estamos confirmando tu pago</Badge>}
          {payable && isBegun && <Badge tone="warn">{UNFINISHED}</Badge>}
        </>
      }
      trailing={<Money cents={debt.amount} currency={debt.currency} />}
      note={payable && <Due debt={debt} now={now} overdue={overdue} />}
      {...(payable && { onPress: () => onChoose(debt.reference) })}
    />
  )
}

function Due({ debt, now, overdue }: Pick<RowProps, 'debt' | 'now'> & { overdue: boolean }) {
  const days = daysUntilDue(debt, now)
  const text = dueText(debt, now)
  if (overdue) return <Badge tone="bad">{text}</Badge>
  if (days > SOON_DAYS) return text
  return <Badge tone="warn">{days > 1 ? `Vence en ${days} días` : text}</Badge>
}
