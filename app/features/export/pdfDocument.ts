import type {
  Content,
  CustomTableLayout,
  TableCell,
  TDocumentDefinitions,
} from 'pdfmake/interfaces'
import type { Fact } from '#contract/entities/receipt.ts'

export interface PdfTable {
  title: string
  columns: readonly { name: string; kind: 'figure' | 'wide' | undefined }[]
  rows: readonly (readonly string[])[]
  /** A row in bold before the others: an opening balance. */
  first?: readonly string[]
  /** A row in bold after the others: totals, or a closing balance. */
  last?: readonly string[]
  /** The sentence that replaces the table without rows. */
  empty: string
}

export interface PdfContent {
  /** `Estado de cuenta`. */
  title: string
  /** Below the title: the period in words. */
  subtitle: string
  /** A sentence in a band before everything else. */
  notice?: string
  facts: readonly Fact[]
  /** The totals, in large figures, in lines of at most five. */
  totals: readonly Fact[]
  tables: readonly PdfTable[]
  /** A sentence after everything else. */
  note?: string
  createdAt: string
}

export function pdfDocument(content: PdfContent): TDocumentDefinitions {
  const { title, subtitle, notice, facts, totals, tables, note, createdAt } = content
  return {
    pageSize: 'A4',
    pageMargins: [40, 64, 40, 56],
    info: { title: `${title} ${subtitle}`, author: 'Surtidor', creator: 'Surtidor' },
    language: 'es-UY',
    defaultStyle: { font: 'Roboto', fontSize: 9, color: PDF_COLOURS.ink, lineHeight: 1.2 },
    header: (page) => (page === 1 ? null : runningHead(title, subtitle)),
    footer: (page, pages) => foot(createdAt, page, pages),
    content: [
      letterhead(title, subtitle),
      ...(notice ? [noticeBand(notice)] : []),
      factColumns(facts),
      ...(totals.length > 0 ? [totalsBand(totals)] : []),
      ...tables.flatMap(titledTable),
      ...(note ? [{ text: note, margin: [0, 20, 0, 0], color: PDF_COLOURS.soft } as Content] : []),
    ],
  }
}

const letterhead = (title: string, subtitle: string): Content => ({
  margin: [0, -24, 0, 20],
  columns: [
    { svg: PDF_LOGO, width: 34 },
    { text: 'Surtidor', bold: true, fontSize: 17, color: PDF_COLOURS.deep, margin: [9, 6, 0, 0] },
    {
      width: 'auto',
      alignment: 'right',
      stack: [
        { text: title, bold: true, fontSize: 15 },
        { text: subtitle, color: PDF_COLOURS.soft },
      ],
    },
  ],
})

const noticeBand = (notice: string): Content => ({
  margin: [0, 0, 0, 16],
  table: {
    widths: ['*'],
    body: [
      [
        {
          text: notice,
          bold: true,
          fontSize: 11,
          fillColor: PDF_COLOURS.sun,
          margin: [8, 7, 8, 6],
        },
      ],
    ],
  },
  layout: 'noBorders',
})

const runningHead = (title: string, subtitle: string): Content => ({
  margin: [40, 24, 40, 0],
  columns: [
    { svg: PDF_LOGO, width: 18 },
    { text: `${title} ${subtitle}`, margin: [6, 3, 0, 0], color: PDF_COLOURS.soft },
  ],
})

const foot = (createdAt: string, page: number, pages: number): Content => ({
  margin: [40, 20, 40, 0],
  fontSize: 8,
  color: PDF_COLOURS.soft,
  columns: [
    { text: `Surtidor · Emitido el ${createdAt}` },
    { text: `Página ${page} de ${pages}`, alignment: 'right' },
  ],
})

const factColumns = (facts: readonly Fact[]): Content => {
  const half = Math.ceil(facts.length / 2)
  return {
    margin: [0, 0, 0, 16],
    columnGap: 24,
    columns: [facts.slice(0, half), facts.slice(half)].map((column) => ({
      stack: column.map(({ name, value }) => ({
        columns: [
          { text: name, width: 76, color: PDF_COLOURS.soft },
          { text: value, bold: true },
        ],
        margin: [0, 0, 0, 2],
      })),
    })),
  }
}

/** As many as the page is wide for. */
const TOTALS_PER_LINE = 5

function totalsBand(totals: readonly Fact[]): Content {
  const lines = Math.ceil(totals.length / TOTALS_PER_LINE)
  const columns = Math.ceil(totals.length / lines)
  const cell = ({ name, value }: Fact) => ({
    fillColor: PDF_COLOURS.deep,
    color: PDF_COLOURS.onDeep,
    margin: [6, 6, 2, 6] as [number, number, number, number],
    stack: [
      { text: name, fontSize: 8 },
      { text: value, bold: true, fontSize: 12 },
    ],
  })
  const cellAt = (line: number, column: number) =>
    cell(totals[line * columns + column] ?? { name: '', value: '' })
  return {
    margin: [0, 0, 0, 6],
    table: {
      widths: Array.from({ length: columns }, () => '*'),
      body: Array.from({ length: lines }, (_, line) =>
        Array.from({ length: columns }, (_, column) => cellAt(line, column)),
      ),
    },
    layout: 'noBorders',
  }
}

function titledTable({ title, columns, rows, first, last, empty }: PdfTable): Content[] {
  const heading: Content = {
    text: title,
    bold: true,
    fontSize: 12,
    color: PDF_COLOURS.deep,
    margin: [0, 16, 0, 6],
    headlineLevel: 1,
  }
  if (rows.length === 0 && !first && !last)
    return [heading, { text: empty, color: PDF_COLOURS.soft }]
  const cells = (row: readonly string[], fields: object = {}): TableCell[] =>
    columns.map(({ kind }, index) => ({
      text: row[index] ?? '',
      alignment: kind === 'figure' ? 'right' : 'left',
      noWrap: kind === 'figure',
      ...fields,
    }))
  const strong = { bold: true, fillColor: PDF_COLOURS.paper }
  return [
    heading,
    {
      table: {
        headerRows: 1,
        keepWithHeaderRows: 1,
        dontBreakRows: true,
        widths: columns.map(({ kind }) => (kind === 'wide' ? '*' : 'auto')),
        body: [
          cells(
            columns.map(({ name }) => name),
            { bold: true, color: PDF_COLOURS.soft },
          ),
          ...(first ? [cells(first, strong)] : []),
          ...rows.map((row) => cells(row)),
          ...(last ? [cells(last, strong)] : []),
        ],
      },
      layout: TABLE_LAYOUT,
    },
  ]
}

/** The light theme's tokens of kit/style/tokens.css in sRGB: a PDF knows no oklch. */
const PDF_COLOURS = {
  deep: '#003f4e',
  onDeep: '#fcfaf4',
  sun: '#fbba4a',
  ink: '#0f252d',
  soft: '#465a62',
  line: '#dfdad1',
  paper: '#f7f4ee',
} as const

/** The symbol of kit/display/Logo.tsx. */
const PDF_LOGO = `<svg viewBox="0 0 48 48" xmlns="http://www.w3.org/2000/svg">
<rect width="48" height="48" rx="14" fill="${PDF_COLOURS.deep}"/>
<path d="M24 40V22c0-7 3-11 8-11 4.6 0 7.5 3.3 7.5 8M24 40V26c0-6-2.8-9.5-7.3-9.5-4.2 0-6.9 2.9-6.9 7.2v2" fill="none" stroke="${PDF_COLOURS.onDeep}" stroke-width="4.2" stroke-linecap="round"/>
<path d="M39.5 22c3 4.1 4.6 6.3 4.6 8.5a4.6 4.6 0 0 1-9.2 0c0-2.2 1.6-4.4 4.6-8.5z" fill="${PDF_COLOURS.sun}"/>
</svg>`

/** Horizontal lines only, a stronger one below the headings. */
const TABLE_LAYOUT: CustomTableLayout = {
  hLineWidth: (index, { table }) => (index === 0 ? 0 : index === table.headerRows ? 1 : 0.5),
  vLineWidth: () => 0,
  hLineColor: (index, { table }) =>
    index === table.headerRows ? PDF_COLOURS.deep : PDF_COLOURS.line,
  paddingLeft: () => 5,
  paddingRight: () => 5,
  paddingTop: () => 3,
  paddingBottom: () => 2,
}
