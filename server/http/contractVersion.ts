import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../contract')

/**
 * A digest of the sources of `contract/`. The build writes it into the apps, and the server into each
 * answer: an app and a server with the same one read an answer alike.
 */
export const CONTRACT_VERSION = globSync('**/*.ts', { cwd: FOLDER })
  .toSorted()
  .reduce((hash, path) => hash.update(readFileSync(join(FOLDER, path))), createHash('sha256'))
  .digest('base64url')
  .slice(0, 12)
