import {
  countText,
  discrepancyCount,
  discrepancyText,
  unresolvedCount,
} from '#console/discrepancyText.ts'
import { ConsoleScreen } from '#console/features/ConsoleScreen.tsx'
import { PAGE_FIELDS } from '#console/firstPageFields.ts'
import {
  DISCREPANCY_LABELS,
  type GatewayDay,
  type GatewayDiscrepancy,
} from '#contract/entities/reconciliation.ts'
import { gatewayReport } from '#contract/operator/gatewayReport.ts'
import { useInfiniteCall } from '#kit/api/useInfiniteCall.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { List } from '#kit/display/List.tsx'
import { Alert } from '#kit/feedback/Alert.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { LoadMore } from '#kit/feedback/LoadMore.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { dateAndTime, longDate } from '#kit/format/dates.ts'

/** Comparación: the nightly reconciliations with the gateway, day by day. */
export default function Reconciliation() {
  const query = useInfiniteCall(gatewayReport, PAGE_FIELDS.gatewayReport)
  return (
    <ConsoleScreen title="Comparación">
      <QueryView query={query} skeleton={<Skeleton shape="row" count={6} />}>
        {(pages) => {
          const days = pages.flatMap((page) => page.days)
          if (days.length === 0) return <NoDays />
          return (
            <div className="flex min-w-0 flex-col gap-4">
              <Summary days={days} />
              <List label="Días comparados">
                {days.map((day) => (
                  <ReconciledDay key={day.day} day={day} />
                ))}
              </List>
              <LoadMore query={query} count={days.length} within="en total" />
            </div>
          )
        }}
      </QueryView>
    </ConsoleScreen>
  )
}

function Summary({ days }: { days: readonly GatewayDay[] }) {
  const unresolved = days.reduce((sum, day) => sum + unresolvedCount(day), 0)
  if (unresolved === 0)
    return (
      <Alert tone="good" title="Todo cierra">
        En los {days.length} días que ves no queda ninguna diferencia por resolver.
      </Alert>
    )
  return (
    <Alert tone="warn" title={countText(unresolved, 'diferencia espera', 'diferencias esperan')}>
      Lo que se pudo se corrigió solo, preguntándole a la pasarela. Lo demás necesita que alguien lo
      hable con ella.
    </Alert>
  )
}

function NoDays() {
  return (
    <EmptyState picture="receipt" title="Todavía no hay comparaciones">
      Cada madrugada comparamos los pagos del día con los de la pasarela. La primera va a aparecer
      acá después del primer día con pagos.
    </EmptyState>
  )
}

const SOURCES: Record<GatewayDay['source'], string> = {
  LIST: 'contra la lista de la pasarela',
  QUERIES: 'preguntando por cada pago',
}

function ReconciledDay({ day }: { day: GatewayDay }) {
  const discrepancies = discrepancyCount(day)
  const unseen = discrepancies - day.discrepancies.length
  return (
    <li className="flex flex-col gap-3 px-4 py-3.5 lg:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="min-w-0 flex-1 basis-[11rem] font-semibold">{longDate(day.day)}</h2>
        <DayBadge discrepancies={discrepancies} waiting={unresolvedCount(day)} />
        <p className="figures w-full text-sm text-soft">
          {countText(day.here, 'pago', 'pagos')} acá, {day.there} en la pasarela · comparado el{' '}
          {dateAndTime(day.reconciledAt)} {SOURCES[day.source]}
        </p>
      </div>
      {day.discrepancies.length > 0 && (
        <ul className="divide-y divide-line rounded-control border border-line">
          {day.discrepancies.map((one, index) => (
            <Discrepancy key={`${one.kind} ${one.paymentToken} ${index}`} discrepancy={one} />
          ))}
        </ul>
      )}
      {unseen > 0 && (
        <p className="text-sm text-soft">
          Y {countText(unseen, 'diferencia más', 'diferencias más')} ese día.
        </p>
      )}
    </li>
  )
}

function DayBadge({ discrepancies, waiting }: { discrepancies: number; waiting: number }) {
  if (discrepancies === 0) return <Badge tone="good">Sin diferencias</Badge>
  return (
    <Badge tone={waiting > 0 ? 'bad' : 'warn'}>
      {countText(discrepancies, 'diferencia', 'diferencias')}
    </Badge>
  )
}

function Discrepancy({ discrepancy }: { discrepancy: GatewayDiscrepancy }) {
  const { kind, resolved, paymentToken } = discrepancy
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-[14rem]">
        <h3 className="font-medium">{DISCREPANCY_LABELS[kind]}</h3>
        <p className="text-pretty wrap-anywhere">{discrepancyText(discrepancy)}</p>
        {paymentToken && (
          <p className="figures text-sm text-soft wrap-anywhere">Cobro {paymentToken}</p>
        )}
      </div>
      <Badge tone={resolved ? 'good' : 'bad'}>
        {resolved ? 'Se corrigió sola' : 'Espera a una persona'}
      </Badge>
    </li>
  )
}
