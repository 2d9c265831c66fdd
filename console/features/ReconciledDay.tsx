import {
  countText,
  discrepancyCount,
  discrepancyText,
  unresolvedCount,
} from '#console/discrepancyText.ts'
import {
  DISCREPANCY_LABELS,
  type GatewayDay,
  type GatewayDiscrepancy,
} from '#contract/entities/reconciliation.ts'
import { Badge } from '#kit/display/Badge.tsx'
import { Text } from '#kit/display/Text.tsx'
import { dateAndTime, longDate } from '#kit/format/dates.ts'

/** How a day was reconciled. */
const SOURCES: Record<GatewayDay['source'], string> = {
  LIST: 'contra la lista de la pasarela',
  QUERIES: 'preguntando por cada pago',
}

/** A reconciled day with its discrepancies. */
export function ReconciledDay({ day }: { day: GatewayDay }) {
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
        <Text kind="small">
          Y {countText(unseen, 'diferencia más', 'diferencias más')} ese día.
        </Text>
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
