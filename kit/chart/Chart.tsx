import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { axisTicks, type Bar, segments, total } from '#kit/chart/chartScale.ts'

interface Props {
  title: string
  /** The names of the series, from the bottom of a bar upwards. */
  series: readonly string[]
  /** One bar for each month, the oldest first; at least one. */
  bars: readonly Bar[]
  /** Formats a value with its unit, in its short form. */
  format: (value: number) => string
  /** The figure of the only series over all bars, where their values do not add up. */
  overall?: string
}

/** Stacked bars by month and series, with their totals and the same values as a table. */
export function Chart({ title, series, bars, format, overall }: Props) {
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
            <span className="figures ml-auto font-semibold">{overall ?? format(sum(index))}</span>
          </li>
        ))}
      </ul>
      <ChartTable title={title} series={series} bars={bars} format={format} />
    </figure>
  )
}

const FILLS = [
  'fill-series-1',
  'fill-series-2',
  'fill-series-3',
  'fill-series-4',
  'fill-series-5',
  'fill-series-6',
]
/** The class with the colour of a series; a seventh series takes the last. */
const fillOf = (series: number) => FILLS[Math.min(series, 5)]

/**
 * The number of month names that fit below the bars on a phone; with more bars only every second,
 * third... name is drawn.
 */
const NAMES_THAT_FIT = 6

/** The drawing of a Chart, hidden from screen readers: axis at the left, months below. */
function ChartBars({ bars, format }: Pick<Props, 'bars' | 'format'>) {
  const ticks = axisTicks(Math.max(...bars.map((bar) => total(bar.values))))
  const top = ticks.at(-1) || 1
  const every = Math.ceil(bars.length / NAMES_THAT_FIT)
  const last = bars.length - 1
  const seen = (index: number) => {
    if ((last - index) % every !== 0) return 'invisible @lg:visible'
    return index === last ? '' : 'invisible @3xs:visible'
  }
  return (
    <div aria-hidden="true" className="grid grid-cols-[auto_1fr] gap-x-2 text-xs text-soft">
      <div className="-my-2 flex flex-col-reverse justify-between text-right">
        {ticks.map((tick) => (
          <span key={tick} className="figures leading-4">
            {format(tick)}
          </span>
        ))}
      </div>
      <svg className="h-44 w-full overflow-visible">
        {ticks.map((tick) => {
          const y = `${100 - (tick / top) * 100}%`
          return <line key={tick} x1="0" x2="100%" y1={y} y2={y} className="stroke-line" />
        })}
        {segments(bars, top).map((piece) => (
          <rect
            key={`${piece.x} ${piece.series}`}
            x={`${piece.x}%`}
            y={`${piece.y}%`}
            width={`${piece.width}%`}
            height={`${piece.height}%`}
            rx="3"
            className={`${fillOf(piece.series)} stroke-surface`}
          />
        ))}
      </svg>
      <div className="col-start-2 mt-2 grid auto-cols-fr grid-flow-col">
        {bars.map((bar, index) => (
          <span key={bar.name} className={`flex justify-center ${seen(index)}`}>
            <span className="w-0 min-w-fit whitespace-nowrap">{bar.label}</span>
          </span>
        ))}
      </div>
    </div>
  )
}

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   Safari forgets the roles of a table whose parts are drawn as a grid. */

/**
 * The values of a chart as a table, the newest month first. In a narrow place each month is a block:
 * its total, then one row for each series.
 */
function ChartTable({ title, series, bars, format }: Omit<Props, 'overall'>) {
  return (
    <details className="group">
      <summary className="flex min-h-11 list-none items-center gap-1.5 rounded-mark font-semibold text-brand-text">
        Ver en una tabla
        <ChevronDown
          aria-hidden="true"
          size={18}
          className="transition-transform group-open:rotate-180"
        />
      </summary>
      <table
        role="table"
        className="figures mt-1 block w-full text-sm @lg:table @lg:whitespace-nowrap"
      >
        <caption className="sr-only">{title}</caption>
        <thead role="rowgroup" className="sr-only @lg:not-sr-only">
          <tr role="row" className="border-b border-line text-soft *:py-2 *:font-medium">
            <th role="columnheader" scope="col" className="pr-4 text-left">
              Mes
            </th>
            {series.map((name) => (
              <th key={name} role="columnheader" scope="col" className="px-2 text-right">
                {name}
              </th>
            ))}
            <th role="columnheader" scope="col" className="pl-4 text-right">
              Total
            </th>
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          // The only series equals the total.
          data-single={series.length === 1 || undefined}
          className="block divide-y divide-line @lg:table-row-group"
        >
          {bars.toReversed().map((bar) => (
            <tr
              key={bar.name}
              role="row"
              className="grid @min-[13rem]:grid-cols-[minmax(0,1fr)_auto] gap-y-1 py-2.5 @lg:table-row @lg:*:py-2.5"
            >
              <th
                role="rowheader"
                scope="row"
                className="text-left font-medium first-letter:uppercase @lg:pr-4"
              >
                {bar.name}
              </th>
              {series.map((name, index) => (
                <td
                  key={name}
                  role="cell"
                  data-series={name}
                  className="order-last col-span-full flex justify-between in-data-single:hidden gap-4 text-soft before:content-[attr(data-series)] @lg:table-cell @lg:px-2 @lg:text-right @lg:text-ink @lg:before:content-none"
                >
                  {format(bar.values[index] ?? 0)}
                </td>
              ))}
              <td role="cell" className="text-right font-semibold @lg:pl-4">
                {format(total(bar.values))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
