import { saveFile } from '#console/features/saveFile.ts'
import { type Cell, csvText } from '#kit/format/csv.ts'

export function saveCsv(name: string, columns: readonly string[], rows: Cell[][]): void {
  saveFile(name, new Blob([csvText(columns, rows)], { type: 'text/csv' }))
}
