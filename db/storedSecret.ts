import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const NAME = 'secret'

/** The secret of this data folder, created once. */
export const storedSecret = (dataDir: string): string =>
  storedOnce(dataDir, NAME, () => randomBytes(32).toString('base64url'))

/** A text of this data folder that is created once; processes that start together read the same one. */
export function storedOnce(dataDir: string, name: string, create: () => string): string {
  const file = join(dataDir, name)
  mkdirSync(dataDir, { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, create(), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(file, 'utf8').trim()
}

/** The secret of this data folder; undefined when no server has created one. */
export function existingSecret(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, NAME), 'utf8').trim() || undefined
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined
    throw error
  }
}
