import { ChevronLeft, ChevronRight, FileSpreadsheet } from 'lucide-react'
import { use } from 'react'
import { BarChart, sizeOf } from '#console/features/BarChart.tsx'
import { ConsoleScreen } from '#console/features/ConsoleScreen.tsx'
import { TOOL } from '#console/features/list/toolClasses.ts'
import { objectPath, valueCell } from '#console/features/ObjectValue.tsx'
import { ReportTable } from '#console/features/report/ReportTable.tsx'
import { type ReportColumn, reportColumns } from '#console/features/report/reportColumns.ts'
import { saveCsv } from '#console/features/saveCsv.ts'
import { useKeys } from '#console/features/useKeys.ts'
import type { AnswerOf } from '#contract/call.ts'
import { toDate } from '#contract/dates.ts'
import {
  monthReport,
  REPORT_ROWS,
  type ReportRow,
  type ReportRows,
} from '#contract/operator/monthReport.ts'
import { useCallQuery } from '#kit/api/callQueries.ts'
import { ClockContext } from '#kit/browser/ClockContext.ts'
import { useSearchParams } from '#kit/browser/useSearchParams.ts'
import { Card } from '#kit/display/Card.tsx'
import { EmptyState } from '#kit/feedback/EmptyState.tsx'
import { QueryView, Skeleton } from '#kit/feedback/QueryView.tsx'
import { Select } from '#kit/form/Field.tsx'
import { SegmentedControl } from '#kit/form/SegmentedControl.tsx'
import { longMonth, monthHeading } from '#kit/format/dates.ts'

/** Milliseconds for which a report is not asked again: it reads a whole month. */
const STALE_MS = 5 * 60_000
/** Months that the field offers, this one among them. */
const MONTHS = 25
/** Bars of the chart at most: the largest. */
const BARS = 8

const LABELS: Record<ReportRows, string> = {
  station: 'Estación',
  programme: 'Programa',
  product: 'Producto',
}
const BY = REPORT_ROWS.map((value) => ({ value, label: LABELS[value] }))

/** The month (`yyyyMM`) so many later. */
const laterMonth = (month: string, later: number): string =>
  new Date(Date.UTC(+month.slice(0, 4), +month.slice(4) - 1 + later))
    .toISOString()
    .slice(0, 7)
    .replace('-', '')

/** Informes: a month by station, programme or product, as a chart, its table and a file. Month, rows and chart are in the address. */
export default function Report() {
  const { params, setParams } = useSearchParams()
  const thisMonth = toDate(use(ClockContext)()).slice(0, 6)
  const month = /^20\d\d(?:0[1-9]|1[0-2])$/.test(params.month ?? '')
    ? (params.month ?? '')
    : thisMonth
  const by = REPORT_ROWS.find((one) => one === params.by) ?? 'station'
  const query = useCallQuery(monthReport, { month, by }, { staleTime: STALE_MS })
  const setMonth = (next: string) => setParams({ month: next === thisMonth ? '' : next })
  const step = (later: number) => setMonth(laterMonth(month, later))
  const isLast = month >= thisMonth
  useKeys({
    '[': { label: 'Mes anterior', run: () => step(-1) },
    ']': { label: 'Mes siguiente', run: () => isLast || step(1) },
  })
  const months = Array.from({ length: MONTHS }, (_, ago) => laterMonth(thisMonth, -ago))
  const offered = months.includes(month) ? months : [month, ...months]
  return (
    <ConsoleScreen title="Informes">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-0 items-center">
          <button
            type="button"
            className={TOOL}
            aria-label={`Mes anterior, ${longMonth(laterMonth(month, -1))}`}
            onClick={() => step(-1)}
          >
            <ChevronLeft aria-hidden="true" size={20} />
          </button>
          <div className="w-48 min-w-0">
            <Select
              compact
              label="Mes"
              value={month}
              options={offered.map((value) => ({ value, label: monthHeading(value) }))}
              onChange={({ target }) => setMonth(target.value)}
            />
          </div>
          <button
            type="button"
            className={TOOL}
            aria-label="Mes siguiente"
            aria-disabled={isLast}
            onClick={() => isLast || step(1)}
          >
            <ChevronRight aria-hidden="true" size={20} />
          </button>
        </div>
        <SegmentedControl
          label="Por qué se agrupa"
          options={BY}
          value={by}
          onChange={(next) => setParams({ by: next === 'station' ? '' : next })}
        />
      </div>
      <QueryView query={query} skeleton={<Skeleton shape="card" count={2} />}>
        {(report) =>
          report.rows.length === 0 ? (
            <EmptyState picture="receipt" title="Nada en este mes">
              {`En ${longMonth(month)} no hubo ventas, puntos ni pagos.`}
            </EmptyState>
          ) : (
            <Figures
              report={report}
              month={month}
              by={by}
              chosen={params.figure ?? ''}
              onChoose={(figure) => setParams({ figure })}
            />
          )
        }
      </QueryView>
    </ConsoleScreen>
  )
}

interface Props {
  report: AnswerOf<typeof monthReport>
  month: string
  by: ReportRows
  /** Key of the figure that the chart draws. */
  chosen: string
  onChoose: (key: string) => void
}

function Figures({ report, month, by, chosen, onChoose }: Props) {
  const { rows, total } = report
  const columns = reportColumns(total)
  const title = `${monthHeading(month)}, por ${LABELS[by].toLowerCase()}`
  const [first] = columns
  const figure =
    columns.find(({ key }) => key === chosen) ?? columns.find(({ key }) => key === 'sold') ?? first
  const chart = figure && chartOf(figure, rows, title, by)
  return (
    <>
      {figure && chart && (
        <Card>
          <div className="max-w-72">
            <Select
              compact
              label="Gráfico"
              value={figure.key}
              options={columns.map((column) => ({ value: column.key, label: nameOf(column) }))}
              onChange={({ target }) => onChoose(target.value)}
            />
          </div>
          {chart.bars.length > 0 ? (
            <BarChart chart={chart} />
          ) : (
            <p className="text-soft">En este mes no hubo nada que dibujar.</p>
          )}
          {rows.length > BARS && chart.bars.length === BARS && (
            <p className="text-sm text-soft">
              {`Se dibujan los ${BARS} valores más grandes; en la tabla están todos.`}
            </p>
          )}
        </Card>
      )}
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 className="text-lg font-bold tracking-tight">{title}</h2>
          <button
            type="button"
            className={TOOL}
            onClick={() => saveReport(report, columns, month, by)}
          >
            <FileSpreadsheet aria-hidden="true" size={18} />
            Descargar CSV
          </button>
        </div>
        <ReportTable
          label={title}
          heading={LABELS[by]}
          columns={columns}
          rows={rows}
          total={total}
          pathOf={({ id }) =>
            by === 'station' && id !== '' ? objectPath({ kind: 'station', id }) : undefined
          }
        />
        <p className="max-w-176 text-sm text-soft">
          {`${NOTES[by]} Las ventas son las que se hicieron en el mes, sin lo que se anuló o devolvió hasta hoy; los pagos, los que se cobraron en el mes, con lo que se devolvió de ellos hasta hoy; los puntos, los que se asentaron en el mes.`}
        </p>
      </div>
    </>
  )
}

const NOTES: Record<ReportRows, string> = {
  station: 'Los puntos vencidos, los ajustes y los debidos no son de una estación.',
  programme:
    'Los puntos debidos son los saldos al terminar el mes, o de ahora, menos lo que falta descontar por anulaciones de puntos ya gastados.',
  product:
    'Una venta con dos productos cuenta en cada uno. Los canjes, los saldos y los pagos no son de un producto.',
}

/** `Puntos: dados`. */
const nameOf = ({ group, name }: ReportColumn) =>
  `${group}: ${name.replace(/^./, (first) => first.toLowerCase())}`

/** The largest rows of a figure. */
function chartOf(figure: ReportColumn, rows: readonly ReportRow[], title: string, by: ReportRows) {
  const bars = rows.flatMap((row) => {
    const value = figure.value(row)
    return value && sizeOf(value) > 0 ? [{ name: row.name, value }] : []
  })
  const largest = bars.toSorted((a, b) => sizeOf(b.value) - sizeOf(a.value)).slice(0, BARS)
  return { title: `${nameOf(figure)}, ${title}`, columns: [LABELS[by], figure.name], bars: largest }
}

function saveReport(
  { rows, total }: Props['report'],
  columns: readonly ReportColumn[],
  month: string,
  by: ReportRows,
): void {
  const cells = (row: Props['report']['total']) =>
    columns.map(({ value }) => valueCell(value(row) ?? {}))
  saveCsv(
    `informe-${month}-${LABELS[by].toLowerCase()}.csv`,
    ['Código', LABELS[by], ...columns.map(nameOf)],
    [...rows.map((row) => [row.id, row.name, ...cells(row)]), ['', 'Total', ...cells(total)]],
  )
}
