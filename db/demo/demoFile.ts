import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const read = (name: string) => readFileSync(join(import.meta.dirname, 'data', name), 'utf8')

/** The content of a JSON file of `db/demo/data`. */
export const readDemoJson = (name: string): unknown => JSON.parse(read(name))

/** The rows of a CSV file of `db/demo/data`, whose first line names the columns. */
export function readDemoTable<Row>(name: string): Row[] {
  const [head = '', ...lines] = read(name).trim().split('\n')
  const columns = head.split(',')
  return lines.map((line) => {
    const cells = line.split(',').map((cell) => (/^-?[\d.]+$/.test(cell) ? Number(cell) : cell))
    return Object.fromEntries(cells.map((cell, place) => [columns[place], cell])) as Row
  })
}
