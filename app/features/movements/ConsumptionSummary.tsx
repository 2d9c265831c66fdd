import { fuelChart, type Totals, totalsOf } from '#app/features/movements/consumption.ts'
import type { DateFilter } from '#contract/dates.ts'
import type { MonthOfProduct } from '#contract/entities/movement.ts'
import { Chart } from '#kit/chart/Chart.tsx'
import { Card } from '#kit/display/Card.tsx'
import { Skeleton } from '#kit/feedback/Skeleton.tsx'
import { litres, money, roundLitres, signedPoints } from '#kit/format/numbers.ts'

interface Props {
  months: readonly MonthOfProduct[]
  period: DateFilter
}

/** Totals of a period's purchases, and litres by month. */
export function ConsumptionSummary({ months, period }: Props) {
  const chart = fuelChart(months, period)
  return (
    <>
      <TotalFigures totals={totalsOf(months)} />
      {chart && (
        <Card>
          <Chart title="Litros por mes" {...chart} format={roundLitres} />
        </Card>
      )}
    </>
  )
}

/** Same size as the summary, drawn during the first load. */
export function ConsumptionSummarySkeleton() {
  return (
    <>
      <TotalFigures totals={null} />
      <Skeleton shape="chart" />
    </>
  )
}

/** Figures on cards, two or four in a row. @param totals null during the first load */
function TotalFigures({ totals }: { totals: Totals | null }) {
  const figures = {
    Gastaste: totals && money(totals.amount),
    Ahorraste: totals && money(totals.discount),
    Cargaste: totals && litres(totals.millilitres),
    Puntos: totals && signedPoints(totals.points),
  }
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(9.25rem,100%),1fr))] gap-3">
      {Object.entries(figures).map(([name, value]) => (
        <div
          key={name}
          className="flex flex-col gap-0.5 rounded-card border border-line bg-surface px-4 py-3.5 shadow-card"
        >
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="figures text-lg font-bold tracking-tight">
            {value ?? (
              <span className="inline-block h-4 w-24 max-w-full animate-pulse-soft rounded-mark bg-sunken" />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
