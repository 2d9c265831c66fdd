import { join } from 'node:path'
import { debtsKind } from '#db/imports/debtsKind.ts'
import type { ImportKind } from '#db/imports/importKind.ts'
import { loyaltiesKind } from '#db/imports/loyaltiesKind.ts'
import { pricesKind, ratesKind } from '#db/imports/officialKinds.ts'
import { banksKind, makesKind } from '#db/imports/referenceKinds.ts'
import { stationsKind } from '#db/imports/stationsKind.ts'

/** Every kind of file that `npm run import` takes. */
export const IMPORT_KINDS: readonly ImportKind[] = [
  debtsKind,
  stationsKind,
  pricesKind,
  ratesKind,
  loyaltiesKind,
  banksKind,
  makesKind,
]

/** The path of a file of a kind with examples, as a spreadsheet in Uruguay writes it: all of it can be imported. */
export const templateOf = ({ name }: ImportKind): string =>
  join(import.meta.dirname, 'templates', `${name}.csv`)
