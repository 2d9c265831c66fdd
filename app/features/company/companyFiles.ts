import { vehicleTitle } from '#app/features/company/vehicleTitle.ts'
import { type PdfColumn, pdfTable } from '#app/features/export/pdfTable.ts'
import type { ListFiles } from '#app/features/movements/ListDownload.tsx'
import type { AnswerOf } from '#contract/call.ts'
import { shortDate } from '#contract/dates.ts'
import type {
  CompanyPurchase,
  CompanyVehicle,
  companyStatement,
} from '#contract/loyalty/companyStatement.ts'
import { cfeText } from '#contract/reference/cfeTypes.ts'
import { productName } from '#contract/reference/stationServices.ts'
import { type Cell, csvText, decimalCell } from '#kit/format/csv.ts'
import { dateAndTime, timeOfDay } from '#kit/format/dates.ts'
import { litres, money } from '#kit/format/numbers.ts'

const KINDS = { sale: 'Compra', void: 'Anulación', return: 'Devolución' }
const cfeOf = ({ cfe }: CompanyPurchase) => (cfe ? cfeText(cfe) : '')

const CELLS: readonly [heading: string, cell: (line: CompanyPurchase) => Cell][] = [
  ['Fecha', ({ datetime }) => shortDate(datetime)],
  ['Hora', ({ datetime }) => timeOfDay(datetime)],
  ['Qué', ({ kind }) => KINDS[kind]],
  ['Matrícula', ({ plate }) => plate],
  ['Conductor', ({ driver }) => driver],
  ['Estación', ({ branchName }) => branchName],
  ['CFE', cfeOf],
  ['RUT emisor', ({ cfe }) => cfe?.rut ?? ''],
  ['Producto', ({ product }) => productName(product)],
  ['Litros', ({ millilitres }) => (millilitres === 0 ? '' : decimalCell(millilitres, 3))],
  ['Moneda', ({ currency }) => (currency === '840' ? 'US$' : '$')],
  ['Importe', ({ amount }) => decimalCell(amount, 2)],
  ['IVA que se descuenta', ({ deductibleTax }) => decimalCell(deductibleTax, 2)],
  ['Referencia', ({ rrn }) => rrn],
]

const COLUMNS: readonly PdfColumn<CompanyPurchase>[] = [
  ['Fecha', ({ datetime }) => dateAndTime(datetime)],
  ['Matrícula', ({ plate }) => plate],
  ['Conductor', ({ driver }) => driver],
  ['Estación', ({ branchName }) => branchName, 'wide'],
  ['CFE', cfeOf],
  [
    'Producto',
    ({ kind, product }) => productName(product) + (kind === 'sale' ? '' : ` (${KINDS[kind]})`),
  ],
  ['Litros', ({ millilitres }) => (millilitres === 0 ? '' : litres(millilitres)), 'figure'],
  ['Importe', ({ amount, currency }) => money(amount, currency), 'figure'],
  ['IVA', ({ deductibleTax, currency }) => money(deductibleTax, currency), 'figure'],
]

const FIGURES: readonly PdfColumn<
  Pick<CompanyVehicle, 'millilitres' | 'amount' | 'deductibleTax'>
>[] = [
  ['Litros', ({ millilitres }) => litres(millilitres), 'figure'],
  ['Importe', ({ amount }) => money(amount), 'figure'],
  ['IVA', ({ deductibleTax }) => money(deductibleTax), 'figure'],
]

/** The files of a company's month, the oldest purchase first. */
export function companyFiles(
  pages: readonly [AnswerOf<typeof companyStatement>, ...AnswerOf<typeof companyStatement>[]],
): ListFiles {
  const lines = pages.flatMap((page) => page.lines).toReversed()
  const { vehicles, total } = pages[0]
  return {
    csv: () =>
      csvText(
        CELLS.map(([heading]) => heading),
        lines.map((line) => CELLS.map(([, cell]) => cell(line))),
      ),
    pdf: () => ({
      title: 'Resumen de la empresa',
      facts: [],
      totals: [
        { name: 'Gastaron', value: money(total.amount) },
        { name: 'Cargaron', value: litres(total.millilitres) },
        { name: 'IVA que se descuenta', value: money(total.deductibleTax) },
      ],
      tables: [
        pdfTable<CompanyVehicle>(
          'Por vehículo',
          [['Vehículo', vehicleTitle, 'wide'], ...FIGURES],
          vehicles,
          { last: ['Total', ...FIGURES.map(([, text]) => text(total))] },
        ),
        pdfTable('Comprobantes', COLUMNS, lines, {
          empty: 'No hubo cargas ni compras en este mes.',
        }),
      ],
    }),
  }
}
