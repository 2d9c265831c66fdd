import { ChevronDown } from 'lucide-react'
import { type Bar, total } from '#kit/chart/chartScale.ts'

interface Props {
  title: string
  series: readonly string[]
  bars: readonly Bar[]
  format: (value: number) => string
}

/** The values of a chart as a table, the newest month first. */
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
      {/* Wider than a phone when series are many: it scrolls, so the keyboard must be able to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section tabIndex={0} aria-label={title} className="overflow-x-auto rounded-mark">
        <table className="figures mt-1 w-full text-sm whitespace-nowrap">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-b border-line text-soft *:py-2 *:font-medium">
              <th scope="col" className="pr-4 text-left">
                Mes
              </th>
              {series.map((name) => (
                <th key={name} scope="col" className="px-2 text-right">
                  {name}
                </th>
              ))}
              <th scope="col" className="pl-4 text-right">
                Total
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {bars.toReversed().map((bar) => (
              <tr key={bar.name} className="*:py-2.5">
                <th scope="row" className="pr-4 text-left font-medium first-letter:uppercase">
                  {bar.name}
                </th>
                {series.map((name, index) => (
                  <td key={name} className="px-2 text-right">
                    {format(bar.values[index] ?? 0)}
                  </td>
                ))}
                <td className="pl-4 text-right font-semibold">{format(total(bar.values))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
