import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The folder of the built apps, which `npm start` and `npm test` write.
 * @throws when it does not exist
 */
export function builtApp(): string {
  const folder = join(import.meta.dirname, '../..', 'dist', 'app')
  if (!existsSync(join(folder, 'index.html')))
    throw new Error('the app is not built: npm run build')
  return folder
}
