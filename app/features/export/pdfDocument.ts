import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces'
import { PDF_COLOURS, PDF_LOGO, TABLE_LAYOUT } from '#app/features/export/pdfStyle.ts'

interface PdfFact {
  name: string
  value: string
}

/** A part of the document: a title and a table. */
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

/** The content of a PDF of Surtidor. All texts are formatted. */
export interface PdfContent {
  /** `Estado de cuenta`. */
  title: string
  /** Below the title: the period in words. */
  subtitle: string
  facts: readonly PdfFact[]
  /** The totals, in large figures: two to five. */
  totals: readonly PdfFact[]
  tables: readonly PdfTable[]
  createdAt: string
}

/** A document on A4 with the logo, tables with repeated headings, and page numbers. */
export function pdfDocument(content: PdfContent): TDocumentDefinitions {
  const { title, subtitle, facts, totals, tables, createdAt } = content
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
      factColumns(facts),
      ...(totals.length > 0 ? [totalsBand(totals)] : []),
      ...tables.flatMap(titledTable),
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

const factColumns = (facts: readonly PdfFact[]): Content => {
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

const totalsBand = (totals: readonly PdfFact[]): Content => ({
  margin: [0, 0, 0, 6],
  table: {
    widths: totals.map(() => '*'),
    body: [
      totals.map(({ name, value }) => ({
        fillColor: PDF_COLOURS.deep,
        color: PDF_COLOURS.onDeep,
        margin: [6, 6, 2, 6],
        stack: [
          { text: name, fontSize: 8 },
          { text: value, bold: true, fontSize: 12 },
        ],
      })),
    ],
  },
  layout: 'noBorders',
})

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
