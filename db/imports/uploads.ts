import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import type { Client } from 'pg'
import { serverConnection, sqlState } from '#db/core/connection.ts'
import type { Db } from '#db/core/db.ts'
import { withClient } from '#db/core/withClient.ts'
import { type ImportResult, importFile } from '#db/imports/importFile.ts'
import { ImportRefused } from '#db/imports/importRefused.ts'
import { IMPORT_KINDS } from '#db/imports/kinds.ts'
import { undoImport } from '#db/imports/undoImport.ts'
import { type ImportPreview, importUpload } from '#db/tables/imports.ts'

/** Milliseconds for one statement of a preview: a file that compares badly with itself takes hours. */
const PREVIEW_TIMEOUT_MS = 20_000
/** PostgreSQL's SQLSTATE of a statement over its time. */
const CANCELLED = '57014'

/** Rejected cells that are kept of an upload. */
export const MAX_REJECTIONS = 500

/** Who imports, and what its audit entry is signed with. */
interface Importer {
  login: string
  actorId: string
  secret: string
  now: Date
}
type Upload = typeof importUpload.$inferSelect

/**
 * Imports an uploaded file, or only finds out what that would do, on a connection of its own: a file
 * takes longer than a call's statements may.
 * @throws ImportRefused when it cannot be read as one of its kind
 */
async function importBytes(
  databaseUrl: string,
  { kind: name, fileName, content }: Pick<Upload, 'kind' | 'fileName' | 'content'>,
  options: Importer & { preview: boolean },
): Promise<Pick<ImportResult, 'number'> & { preview: ImportPreview }> {
  const kind = IMPORT_KINDS.find((one) => one.name === name)
  if (!kind) throw new ImportRefused('ese tipo de archivo no existe: elegí uno de la lista.')
  let rejections: string[][] = []
  const work = (client: Client) =>
    importFile(client, {
      ...options,
      kind,
      fileName,
      source: Readable.from([content]),
      storeRejected: async (file) => {
        const rows = parse(await text(file), { delimiter: ';', from: 2 })
        rejections = rows.slice(0, MAX_REJECTIONS)
      },
    })
  // A commit has no limit: PostgreSQL would report one that waits for a replica as done.
  const limit = options.preview ? PREVIEW_TIMEOUT_MS : 0
  const done = await connected(databaseUrl, work, limit).catch((error: unknown) => {
    if (sqlState(error) !== CANCELLED) throw error
    throw new ImportRefused(
      'el archivo tarda demasiado en revisarse: dividilo, o importalo con «npm run import».',
    )
  })
  const { number, layout, created, updated, unchanged, rejected, sample } = done
  return {
    number,
    preview: { ...layout, created, updated, unchanged, rejected, sample, rejections },
  }
}

const connected = async <T>(
  databaseUrl: string,
  work: (client: Client) => Promise<T>,
  statement_timeout = 0,
) => {
  const config = { ...(await serverConnection(databaseUrl)), query_timeout: 0, statement_timeout }
  return await withClient(config, work)
}

/**
 * Stores an uploaded file with what its import would do, which changes nothing else. A repeat stores
 * nothing.
 * @throws ImportRefused as `importBytes`
 */
export async function storeUpload(
  db: Db,
  databaseUrl: string,
  upload: Pick<Upload, 'id' | 'kind' | 'fileName' | 'content'>,
  importer: Importer,
): Promise<void> {
  const { preview } = await importBytes(databaseUrl, upload, { ...importer, preview: true })
  const { login, now: at } = importer
  await db
    .insert(importUpload)
    .values({ ...upload, login, at, preview })
    .onConflictDoNothing()
}

/**
 * Imports an uploaded file and forgets the upload. With a rejected row nothing is stored, and the upload
 * keeps what was found.
 * @returns the number of the import; null when nothing was stored
 */
export async function commitUpload(
  db: Db,
  databaseUrl: string,
  upload: Upload,
  importer: Importer,
): Promise<{ number: number | null; rejected: number }> {
  const { number, preview } = await importBytes(databaseUrl, upload, {
    ...importer,
    preview: false,
  })
  if (preview.rejected > 0)
    await db.update(importUpload).set({ preview }).where(eq(importUpload.id, upload.id))
  else await discardUpload(db, upload.id)
  return { number, rejected: preview.rejected }
}

export const discardUpload = async (db: Db, id: string): Promise<void> => {
  await db.delete(importUpload).where(eq(importUpload.id, id))
}

/** Undoes an import, as `npm run import -- --undo`. @throws ImportRefused when it cannot be undone */
export const undoCommitted = (databaseUrl: string, number: number, importer: Importer) =>
  connected(databaseUrl, (client) => undoImport(client, number, importer))
