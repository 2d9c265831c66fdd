import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCsvFile } from '#db/core/csvFile.ts'

/** The path of a file of `db/demo/data`. */
export const pathOf = (name: string) => join(import.meta.dirname, 'data', name)

/** The content of a JSON file of `db/demo/data`. */
export const readDemoJson = (name: string): unknown =>
  JSON.parse(readFileSync(pathOf(name), 'utf8'))

/** The rows of a CSV file of `db/demo/data`. */
export const readDemoTable = <Row>(name: string): Row[] => readCsvFile(pathOf(name))
