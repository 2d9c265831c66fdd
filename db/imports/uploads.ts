import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import type { Db } from '#db/core/db.ts'
import { sqlState } from '#db/core/sqlErrors.ts'
import {
  type Importer,
  type ImportResult,
  importFile,
  recordImport,
} from '#db/imports/importFile.ts'
import { kindNamed } from '#db/imports/importKinds.ts'
import { ImportRefused } from '#db/imports/importRefused.ts'
import type { Sums } from '#db/imports/sums.ts'
import { type ImportPreview, importUpload } from '#db/tables/imports.ts'

/** Milliseconds for one statement of a preview, below the server's own limit: a file that compares badly with itself takes hours. */
const PREVIEW_TIMEOUT_MS = 8_000
/** PostgreSQL's SQLSTATE of a statement over its time. */
const CANCELLED = '57014'

/** Rejected cells that are kept of an upload. */
export const MAX_REJECTIONS = 500

export type Upload = typeof importUpload.$inferSelect
type UploadedFile = Pick<Upload, 'kind' | 'fileName' | 'content'>

async function importUploaded(
  tx: Db,
  { kind: name, fileName, content }: UploadedFile,
  options: Importer & Pick<Parameters<typeof importFile>[1], 'preview' | 'timeoutMs' | 'isWithin'>,
) {
  const kind = kindNamed(name)
  if (!kind) throw new ImportRefused('ese tipo de archivo no existe: elegí uno de la lista.')
  const rejections: string[][] = []
  const result = await importFile(tx, {
    ...options,
    kind,
    fileName,
    source: Readable.from([content]),
    content,
    storeRejected: async (cells) => {
      for await (const one of cells) if (rejections.length < MAX_REJECTIONS) rejections.push(one)
    },
  })
  const { layout, created, updated, unchanged, rejected, sample, sums, changes } = result
  const counts = { created, updated, unchanged, rejected }
  const preview: ImportPreview = { ...layout, ...counts, sums, sample, rejections, ...changes }
  return { result, kind, preview }
}

/**
 * What the import of an uploaded file would do. Nothing is changed.
 * @param db also a transaction, of which it is a savepoint
 * @throws ImportRefused when the file cannot be read as one of its kind
 */
export async function previewUpload(db: Db, file: UploadedFile, now: Date): Promise<ImportPreview> {
  const options = { login: '', now, preview: true, timeoutMs: PREVIEW_TIMEOUT_MS }
  try {
    return (await importUploaded(db, file, options)).preview
  } catch (error) {
    if (sqlState(error) !== CANCELLED) throw error
    throw new ImportRefused(
      'el archivo tarda demasiado en revisarse: dividilo, o importalo con «npm run import».',
    )
  }
}

/** Stores an uploaded file with its preview. A repeat stores nothing. */
export async function storeUpload(tx: Db, upload: Upload): Promise<void> {
  await tx.insert(importUpload).values(upload).onConflictDoNothing()
}

/**
 * Imports an uploaded file and forgets the upload, in the caller's transaction. With a rejected row
 * nothing is stored, and the upload keeps what was found.
 * @param isWithin decides by what the file makes whether it is stored; left out: it is
 * @returns the number of the import; null when nothing was stored
 * @throws ImportRefused as `previewUpload`
 */
export async function commitUpload(
  tx: Db,
  upload: Upload,
  importer: Importer,
  isWithin: (sums: Sums) => boolean = () => true,
): Promise<Pick<ImportResult, 'number' | 'rejected' | 'sums' | 'isHeld'>> {
  const { result, kind, preview } = await importUploaded(tx, upload, {
    ...importer,
    preview: false,
    isWithin,
  })
  const { rejected, isHeld } = result
  if (rejected > 0)
    await tx.update(importUpload).set({ preview }).where(eq(importUpload.id, upload.id))
  else if (!isHeld) await discardUpload(tx, upload.id)
  await recordImport(tx, result, { ...importer, kind })
  return result
}

export const discardUpload = async (tx: Db, id: string): Promise<void> => {
  await tx.delete(importUpload).where(eq(importUpload.id, id))
}
