import { readFileSync } from 'node:fs'

/**
 * The rows of a CSV file without quotes, whose first line names the columns: numbers, texts, and null
 * for an empty cell.
 */
export function readCsvFile<Row>(path: string): Row[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n')
  const columns = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',').map(valueOf)
    return Object.fromEntries(cells.map((cell, place) => [columns[place], cell])) as Row
  })
}

function valueOf(cell: string): string | number | null {
  if (cell === '') return null
  return /^-?[\d.]+$/.test(cell) ? Number(cell) : cell
}
