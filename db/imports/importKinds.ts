import { banksKind, makesKind } from '#db/imports/banksAndMakes.ts'
import { debtsKind } from '#db/imports/debtsKind.ts'
import type { ImportKind } from '#db/imports/importKind.ts'
import { loyaltiesKind } from '#db/imports/loyaltiesKind.ts'
import { pricesKind, ratesKind, taxesKind } from '#db/imports/pricesAndRates.ts'
import { csvRow } from '#db/imports/staging.ts'
import { stationsKind } from '#db/imports/stationsKind.ts'

/** Every kind of file: the command and the console take them, and docs/imports.md lists their columns. */
export const IMPORT_KINDS: readonly ImportKind[] = [
  debtsKind,
  stationsKind,
  pricesKind,
  ratesKind,
  taxesKind,
  loyaltiesKind,
  banksKind,
  makesKind,
]

export const kindNamed = (wanted: string | undefined): ImportKind | undefined =>
  IMPORT_KINDS.find(({ name }) => name === wanted)

/** A file of a kind with these rows; a cell that a row lacks is empty. */
export const fileOf = (
  { columns }: ImportKind,
  rows: readonly Readonly<Record<string, string>>[],
) =>
  [
    Object.keys(columns),
    ...rows.map((cells) => Object.keys(columns).map((name) => cells[name] ?? '')),
  ]
    .map(csvRow)
    .join('')

/** A file of a kind with examples, as a spreadsheet in Uruguay writes it: all of it can be imported. */
export function templateOf({ columns }: ImportKind): string {
  const cells = Object.values(columns).map(({ examples }) => examples)
  const rows = Array.from({ length: Math.max(...cells.map(({ length }) => length)) }, (_, place) =>
    cells.map((examples) => examples[place] ?? ''),
  )
  return `\uFEFF${[Object.keys(columns), ...rows].map(csvRow).join('')}`
}
