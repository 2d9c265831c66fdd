import { type Cell, csvText } from '#kit/format/csv.ts'

export function saveCsv(name: string, columns: readonly string[], rows: Cell[][]): void {
  const text = csvText(columns, rows)
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}
