import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { importRows } from '#db/imports/importFile.ts'
import { IMPORT_KINDS } from '#db/imports/importKinds.ts'

/** The kinds of file of which this folder has one, by name. */
const KINDS = IMPORT_KINDS.filter(({ name }) =>
  ['prices', 'rates', 'taxes', 'banks', 'makes'].includes(name),
)

/** When a file of this folder last changed: apps with lists of before get those of now. Update it with the files. */
const CHANGED_AT = new Date('2026-09-01T03:00:00Z')

/**
 * Imports the official prices and refund rates, the deductible IVA and the reference lists of this version, in files that
 * `npm run import` takes too (docs/uruguay.md, "Fuels and prices"; docs/geopay.md, "Tax-refund laws").
 * Safe to repeat. A stored row keeps what an operator wrote in it.
 */
export async function storeOfficialRows(client: Client): Promise<void> {
  await drizzle({ client }).transaction(async (tx) => {
    for (const kind of KINDS) {
      const fileName = `${kind.name}.csv`
      const source = createReadStream(join(import.meta.dirname, fileName))
      const request = { kind, fileName, source, login: '', now: CHANGED_AT, addsOnly: true }
      await importRows(tx, request)
    }
  })
}
