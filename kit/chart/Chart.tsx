import { useId } from 'react'
import { ChartBars, fillOf } from '#kit/chart/ChartBars.tsx'
import { ChartTable } from '#kit/chart/ChartTable.tsx'
import { type Bar, total } from '#kit/chart/chartScale.ts'

interface Props {
  /** For example `Litros por mes`. */
  title: string
  /** The names of the series, from the bottom of a bar upwards. */
  series: readonly string[]
  /** One bar for each month, the oldest first; at least one. */
  bars: readonly Bar[]
  /** Formats a value with its unit, in its short form. */
  format: (value: number) => string
}

/** Stacked bars by month and series, with their totals and the same values as a table. */
export function Chart({ title, series, bars, format }: Props) {
  const id = useId()
  const sum = (index: number) => total(bars.map((bar) => bar.values[index] ?? 0))
  return (
    <figure aria-labelledby={id} className="@container flex flex-col gap-4">
      <figcaption id={id} className="font-semibold">
        {title}
      </figcaption>
      <p className="sr-only">
        {bars.map((bar) => `${bar.name}, ${format(total(bar.values))}`).join('; ')}
      </p>
      <ChartBars bars={bars} format={format} />
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] gap-x-8 gap-y-1.5 text-sm">
        {series.map((name, index) => (
          <li key={name} className="flex items-center gap-2">
            <svg
              aria-hidden="true"
              viewBox="0 0 2 2"
              className={`size-3 shrink-0 ${fillOf(index)}`}
            >
              <circle cx="1" cy="1" r="1" />
            </svg>
            {name}
            <span className="figures ml-auto font-semibold">{format(sum(index))}</span>
          </li>
        ))}
      </ul>
      <ChartTable title={title} series={series} bars={bars} format={format} />
    </figure>
  )
}
