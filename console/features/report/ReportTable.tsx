import { valueText } from '#console/features/ObjectValue.tsx'
import type { ReportColumn } from '#console/features/report/reportColumns.ts'
import type { ReportRow } from '#contract/operator/monthReport.ts'
import { TextLink } from '#kit/display/RouteLink.tsx'
import { money, points } from '#kit/format/numbers.ts'

interface Props {
  /** Its accessible name. */
  label: string
  /** What the rows are. */
  heading: string
  columns: readonly ReportColumn[]
  rows: readonly ReportRow[]
  total: Omit<ReportRow, 'id' | 'name'>
  /** The page of a row; undefined where it has none. */
  pathOf: (row: ReportRow) => string | undefined
}

const CELL = 'px-2.5 py-2 dense:px-1.5 dense:py-1.5'
/** The name stays in sight while the figures scroll below it. */
const NAME = `${CELL} sticky left-0 z-1 max-w-32 bg-surface pl-4 text-left lg:max-w-none lg:pl-3 lg:whitespace-nowrap`

/** The symbol of the currency, which the heading has. */
const SYMBOL = /(?:US)?\$\u00A0/

/** A figure without its unit, litres to the whole one. */
function Figure({ value }: { value: ReturnType<ReportColumn['value']> }) {
  if (!value) return null
  if (value.cents !== undefined) return money(value.cents).replace(SYMBOL, '')
  return value.millilitres === undefined
    ? valueText(value)
    : points(Math.round(value.millilitres / 1000))
}

/** The figures of a month in groups, with their sums; wider than the window it scrolls in its own box. */
export function ReportTable({ label, heading, columns, rows, total, pathOf }: Props) {
  const groups = [...new Set(columns.map(({ group }) => group))]
  const widthOf = (group: string) => columns.filter((column) => column.group === group).length
  /** Where a group begins there is a line. */
  const lookOf = (place: number) =>
    `figures ${CELL} text-right whitespace-nowrap last:pr-4 ${columns[place - 1]?.group === columns[place]?.group ? '' : 'border-l border-line'}`
  const cells = (row: Props['total']) =>
    columns.map((column, place) => (
      <td key={column.key} className={lookOf(place)}>
        <Figure value={column.value(row)} />
      </td>
    ))
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table wider than the window scrolls by keyboard
      tabIndex={0}
      aria-label={`${label}, tabla`}
      className="relative overflow-x-auto rounded-inner border border-line bg-surface shadow-card"
    >
      <table aria-label={label} className="w-full text-sm dense:text-[0.8125rem]">
        <thead className="text-soft">
          <tr>
            <th scope="col" rowSpan={2} className={`${NAME} font-medium`}>
              {heading}
            </th>
            {groups.map((group) => (
              <th
                key={group}
                scope="colgroup"
                colSpan={widthOf(group)}
                className="border-l border-line px-2.5 pt-2 dense:px-1.5 text-left font-semibold whitespace-nowrap text-ink"
              >
                {group}
              </th>
            ))}
          </tr>
          <tr>
            {columns.map(({ key, name }, place) => (
              <th key={key} scope="col" className={`${lookOf(place)} font-medium`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          {rows.map((row) => {
            const path = pathOf(row)
            return (
              <tr key={row.id} className="hover:bg-sunken/50">
                <th scope="row" className={`${NAME} font-medium wrap-break-word [&>a]:-my-2.5`}>
                  {path ? <TextLink to={path}>{row.name}</TextLink> : row.name}
                </th>
                {cells(row)}
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr className="font-bold">
            <th scope="row" className={NAME}>
              Total
            </th>
            {cells(total)}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
