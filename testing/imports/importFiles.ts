import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { deriveAuditKey, withAuditKey } from '#db/core/auditKey.ts'
import type { Db } from '#db/core/db.ts'
import { type ImportResult, importFile, recordImport } from '#db/imports/importFile.ts'
import { kindNamed } from '#db/imports/importKinds.ts'
import { undoImport } from '#db/imports/undoImport.ts'
import { TEST_SECRET } from '#testing/fixtures/testSecret.ts'
import { FIXED_DATE } from '#testing/harness/fixedDate.ts'

/** Who imports in tests. */
export const IMPORTER = { login: 'marta', now: FIXED_DATE }

const inTransactionOf = <T>(client: Client, work: (tx: Db) => Promise<T>): Promise<T> =>
  drizzle({ client }).transaction((tx) => work(withAuditKey(tx, deriveAuditKey(TEST_SECRET))))

/** Undoes an import. */
export const undo = (client: Client, number: number) =>
  inTransactionOf(client, (tx) => undoImport(tx, number, IMPORTER))

/** Imports a text or bytes as a file of a kind. */
export async function importText(
  client: Client,
  name: string,
  content: string | Buffer,
  {
    preview = false,
    ...more
  }: { preview?: boolean; storeRejected?: (cells: AsyncIterable<string[]>) => Promise<void> } = {},
): Promise<ImportResult> {
  const kind = kindNamed(name)
  if (!kind) throw new Error(`no kind ${name}`)
  const source = sourceOf(Buffer.from(content as string))
  const request = { ...IMPORTER, kind, fileName: `${name}.csv`, source, preview, ...more }
  return await inTransactionOf(client, async (tx) => {
    const done = await importFile(tx, request)
    await recordImport(tx, done, request)
    return done
  })
}

async function* sourceOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

/** Document and loyalty of Ana, and document of Fede, of the demo data. */
export const ANA = { documento: '9.000.001-8', afiliado: '60000001' }
export const FEDE = { documento: '90000068', afiliado: '' }

/** A CSV file of debts, one of each given row; what a row does not say is usual. */
export function debtsFile(rows: readonly Record<string, string | number>[]): string {
  const usual = {
    referencia: 'D-1',
    ...ANA,
    estacion: 'E001',
    concepto: 'Nafta',
    factura: '1',
    importe: '100,00',
    puntos: '',
    fecha: '31/8/2026',
    vencimiento: '30/9/2026',
  }
  const names = [...new Set([usual, ...rows].flatMap((row) => Object.keys(row)))]
  const lines = rows.map((row) => {
    const full: Record<string, string | number> = { ...usual, ...row }
    return names.map((name) => full[name] ?? '').join(';')
  })
  return [names.join(';'), ...lines].join('\r\n')
}
