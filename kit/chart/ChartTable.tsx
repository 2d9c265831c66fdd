/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   Safari forgets the roles of a table whose parts are drawn as a grid. */
import { ChevronDown } from 'lucide-react'
import { type Bar, total } from '#kit/chart/chartScale.ts'

interface Props {
  title: string
  series: readonly string[]
  bars: readonly Bar[]
  format: (value: number) => string
}

/**
 * The values of a chart as a table, the newest month first. In a narrow place each month is a block:
 * its total, then one row for each series.
 */
export function ChartTable({ title, series, bars, format }: Props) {
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
