import { useNow } from '#app/device/useNow.ts'
import { usePeriodParams } from '#app/features/movements/periodParams.ts'
import { Button } from '#kit/display/Button.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { DateRange } from '#kit/form/DateRange.tsx'
import { periodText, presetOf, presetPeriod } from '#kit/format/period.ts'

export function PeriodFilter() {
  const { period, setPeriod } = usePeriodParams()
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <DateRange value={period} onChange={setPeriod} now={useNow()} />
      <p className="text-sm text-soft">Estás viendo {periodText(period)}.</p>
    </div>
  )
}

/**
 * Empty state of a period or station without movements, with the action that shows more of them.
 * @param onAllStations undefined when all stations are shown: the period can be longer then
 */
export function NoMovements({ onAllStations }: { onAllStations: (() => void) | undefined }) {
  const now = useNow()
  const { period, setPeriod } = usePeriodParams()
  const isWidest = !onAllStations && presetOf(period, now) === 'year'
  return (
    <EmptyState
      picture="pump"
      title="Sin movimientos"
      action={
        !isWidest && (
          <Button
            kind="quiet"
            onClick={onAllStations ?? (() => setPeriod(presetPeriod('year', now)))}
          >
            {onAllStations ? 'Ver todas las estaciones' : 'Ver este año'}
          </Button>
        )
      }
    >
      No hubo cargas ni compras en el período que elegiste.
    </EmptyState>
  )
}
