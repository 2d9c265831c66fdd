import { fuelChart, type Totals, totalsOf } from '#app/features/movements/consumption.ts'
import { StatGrid } from '#app/features/movements/StatGrid.tsx'
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

function TotalFigures({ totals }: { totals: Totals | null }) {
  return (
    <StatGrid
      figures={[
        { name: 'Gastaste', value: totals && money(totals.amount) },
        { name: 'Ahorraste', value: totals && money(totals.discount) },
        { name: 'Cargaste', value: totals && litres(totals.millilitres) },
        { name: 'Puntos', value: totals && signedPoints(totals.points) },
      ]}
    />
  )
}
