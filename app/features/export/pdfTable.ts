import type { PdfTable } from '#app/features/export/pdfDocument.ts'

/**
 * A column of a table: its name, its text in a row, and its kind: figures are at the right, on one line;
 * the wide column takes the width that the others leave.
 */
export type PdfColumn<Row> = readonly [
  name: string,
  text: (row: Row) => string,
  kind?: 'figure' | 'wide',
]

export const pdfTable = <Row>(
  title: string,
  columns: readonly PdfColumn<Row>[],
  rows: readonly Row[],
  { empty = '', ...balances }: Partial<Pick<PdfTable, 'first' | 'last' | 'empty'>>,
): PdfTable => ({
  title,
  columns: columns.map(([name, , kind]) => ({ name, kind })),
  rows: rows.map((row) => columns.map(([, text]) => text(row))),
  empty,
  ...balances,
})
