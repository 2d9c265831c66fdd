import { CalendarClock, CircleCheck, ReceiptText } from 'lucide-react'
import { useNow } from '#app/device/useNow.ts'
import {
  dueText,
  isOverdue,
  isPayable,
  owedByCurrency,
} from '#app/features/payments/debtSummary.ts'
import { DEBTS_BY_CARD } from '#app/requests.ts'
import type { Debt } from '#contract/entities/debt.ts'
import { getDebts } from '#contract/payments/getDebts.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Card } from '#kit/display/Card.tsx'
import { IconCircle } from '#kit/display/IconCircle.tsx'
import { Money } from '#kit/display/Money.tsx'
import { ButtonLink, TextLink } from '#kit/display/RouteLink.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'

/** Number and total of the payable debts. @param quiet draws nothing when there is no debt */
export function DebtsSummary({ quiet }: { quiet: boolean }) {
  const debts = useCallQuery(getDebts, DEBTS_BY_CARD)
  return (
    <QueryView query={debts} block="lo que tenés para pagar" skeleton={SKELETON}>
      {({ debts }) => {
        const payable = debts.filter(isPayable)
        const confirming = debts.length - payable.length
        if (payable.length > 0) return <ToPay debts={payable} confirming={confirming} />
        return (confirming > 0 || !quiet) && <UpToDate confirming={confirming} />
      }}
    </QueryView>
  )
}

const SKELETON = (
  <Card>
    <Skeleton shape="text" count={6} />
  </Card>
)

function ToPay({ debts, confirming }: { debts: readonly Debt[]; confirming: number }) {
  const now = useNow()
  const overdue = debts.filter((debt) => isOverdue(debt, now)).length
  const next = debts.find((debt) => !isOverdue(debt, now)) ?? debts[0]
  return (
    <Card
      mark={
        <IconCircle
          icon={overdue > 0 ? CalendarClock : ReceiptText}
          tone={overdue > 0 ? 'bad' : 'warn'}
        />
      }
      title={
        debts.length === 1 ? 'Tenés 1 deuda para pagar' : `Tenés ${debts.length} deudas para pagar`
      }
      detail={next && `${next.concept}: ${lowerFirst(dueText(next, now))}`}
      {...(overdue > 0 && {
        badge: <Badge tone="bad">{overdue === 1 ? '1 vencida' : `${overdue} vencidas`}</Badge>,
      })}
    >
      <p className="@container flex flex-wrap items-baseline gap-x-4 gap-y-1 text-[min(1.875rem,13vw)] leading-tight font-bold tracking-tight">
        {owedByCurrency(debts).map(({ currency, total }) => (
          <Money key={currency} cents={total} currency={currency} large />
        ))}
      </p>
      {confirming > 0 && <p className="text-sm text-soft">{confirmingText(confirming)}</p>}
      <ButtonLink to="/payment">Ver y pagar</ButtonLink>
    </Card>
  )
}

function UpToDate({ confirming }: { confirming: number }) {
  return (
    <Card
      mark={<IconCircle icon={CircleCheck} tone="good" />}
      title="Estás al día"
      detail={confirming > 0 ? confirmingText(confirming) : 'No tenés nada para pagar.'}
    >
      <div>
        <TextLink to="/listPayment">Ver mis pagos</TextLink>
      </div>
    </Card>
  )
}

const confirmingText = (count: number) =>
  count === 1 ? 'Estamos confirmando 1 pago.' : `Estamos confirmando ${count} pagos.`

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
