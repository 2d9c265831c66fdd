import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The newest entry of the audit at some time, kept where the database's owner does not reach it. */
export interface AuditHead {
  seq: number
  /** In hexadecimal. */
  hash: string
}

const fileOf = (dataDir: string) => join(dataDir, 'audit.head')

/**
 * The head that a server stored last in a data folder; null when none did.
 * @throws when the file cannot be read or is no head
 */
export async function readAuditHead(dataDir: string): Promise<AuditHead | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const [, seq, hash] = /^(\d+) ([0-9a-f]{64})\n$/.exec(text) ?? []
  if (!seq || !hash) throw new Error(`${fileOf(dataDir)} no se puede leer.`)
  return { seq: Number(seq), hash }
}

/** Replaces the stored head in one step. */
export async function writeAuditHead(dataDir: string, { seq, hash }: AuditHead): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const draft = `${fileOf(dataDir)}.${process.pid}`
  await writeFile(draft, `${seq} ${hash}\n`, { mode: 0o600 })
  await rename(draft, fileOf(dataDir))
}
